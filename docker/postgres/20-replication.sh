#!/bin/sh
# Run once, on an empty volume: lets the owner receive WAL and make base backups from the other containers (docker/backup).
set -eu
echo "host replication $POSTGRES_USER samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
