import { readdir } from 'node:fs/promises';

/** `npm run bench -- <name> [arguments]`: each benchmark is a file of this folder that runs when it is imported. */
const [name, ...rest] = process.argv.slice(2);
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.js') && file !== 'main.js')
  .map((file) => file.replace('.js', ''));
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run bench -- <name>\nNames: ${names.join(', ')}`);
  process.exitCode = 2;
} else {
  // The benchmark finds its own arguments where it would if it were started by itself.
  process.argv.splice(1, process.argv.length, `${import.meta.dirname}/${name}.js`, ...rest);
  await import(`./${name}.js`);
}
