#!/bin/bash
# Keeps backups of the database for as long as it runs: its WAL as it is written, and a base backup every BACKUP_HOURS.
# Where: $BACKUPS/<cluster>-<timeline>/{wal,base}. After a restore the timeline is another one, so nothing of before is
# touched. PGHOST, PGUSER, PGPASSWORD, PGDATABASE say which database; the user is a superuser, or owner with REPLICATION.
set -euo pipefail
cd "$(dirname "$0")"
export BACKUPS=${BACKUPS:-/backups} BACKUP_SLOT=${BACKUP_SLOT:-sauvegarde}
hours=${BACKUP_HOURS:-24}
receiver=

say() { printf '%s %s\n' "$(date -u +%FT%TZ)" "$*"; }
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --command "$1"; }
end() {
  [ -n "$receiver" ] && kill "$receiver" 2>/dev/null
  exit 0
}
trap end TERM INT

# A slot keeps the WAL that was not received yet; past max_slot_wal_keep_size the server gives it up (wal_status lost).
keep_slot() {
  if [ "$(ask "select wal_status = 'lost' from pg_replication_slots where slot_name = '$BACKUP_SLOT'")" = t ]; then
    say 'WAL is missing: it was not received for too long. The backups so far end there; a new one is made.'
    ask "select pg_drop_replication_slot('$BACKUP_SLOT')" >/dev/null
    mv "$era/wal" "$era/wal.ended-$(date -u +%Y%m%dT%H%M%SZ)"
    find "$era/base" -mindepth 1 -maxdepth 1 -type d -exec touch --date='10 years ago' {} +
  fi
  mkdir -p "$era/wal" "$era/base" || return 1
  pg_receivewal --directory="$era/wal" --slot="$BACKUP_SLOT" --create-slot --if-not-exists
}

receive() {
  if [ -n "$receiver" ] && kill -0 "$receiver" 2>/dev/null; then return; fi
  keep_slot || return 1
  pg_receivewal --directory="$era/wal" --slot="$BACKUP_SLOT" --synchronous --no-loop &
  receiver=$!
  say "receiving WAL into $era/wal"
}

is_due() { [ -z "$(find "$era/base" -mindepth 1 -maxdepth 1 -name '*Z' -mmin "-$((hours * 60))" 2>/dev/null)" ]; }

while :; do
  # The timeline is the first part of the name of a WAL file.
  if era=$(ask "select format('$BACKUPS/%s-%s', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8)) from pg_control_system()"); then
    export ERA=$era
    if receive && is_due && ! ./base-backup.sh; then say 'The base backup failed; tried again in a minute.'; fi
  else
    say 'The database does not answer.'
  fi
  sleep "${BACKUP_LOOKS_SECONDS:-60}" &
  wait $! || true
done
