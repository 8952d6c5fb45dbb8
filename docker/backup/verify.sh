#!/bin/bash
# Proves that the newest backup can be restored: restores it aside, replays all WAL received, starts it and reads it.
# verify.sh [<instant>]; needs as much disk as the database in $TMPDIR (default: beside the backups), no network.
set -euo pipefail
cd "$(dirname "$0")"
backups=${BACKUPS:-/backups}
base=$(find "$backups" -mindepth 3 -maxdepth 3 -path '*/base/*Z' | awk -F/ '{ print $NF, $0 }' | sort | tail -1 | cut -d' ' -f2-)
[ -n "$base" ] || {
  echo "No backup in $backups." >&2
  exit 1
}
place=$(mktemp -d "${TMPDIR:-$backups}/verify.XXXXXX")
server=
end() {
  if [ -n "$server" ] && kill -0 "$server" 2>/dev/null; then
    kill -INT "$server"
    wait "$server" || true
  fi
  rm -rf "$place"
}
trap end EXIT
pg_verifybackup --quiet "$base"
./restore.sh "$base" "$place/data" "${1:-}"
postgres -D "$place/data" -c listen_addresses= -c unix_socket_directories="$place" -c archive_mode=off \
  -c hot_standby=off -c shared_buffers=64MB 2>"$place/log" &
server=$!
export PGHOST=$place
unset PGPORT PGPASSWORD
until pg_isready --quiet; do
  kill -0 "$server" 2>/dev/null || {
    cat "$place/log" >&2
    exit 1
  }
  sleep 0.2
done
psql --no-psqlrc --quiet --tuples-only --set=ON_ERROR_STOP=1 --command "
  select format('%s can be restored: %s notices, the last version %s, projected until %s', '$base',
    (select count(*) from read.avis), last_version, last_projection) from read.state"
