// Script of the console: pages say everything without it.
