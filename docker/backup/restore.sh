#!/bin/bash
# Makes a data directory from a backup: restore.sh <base backup> <empty data directory> [<instant>]
# Started on it, PostgreSQL replays the WAL that was received: to its end, or to the instant (2026-11-21 03:11:00+00).
# Nothing is changed in the backups. Then: `ops restauration declarer`, before workers and APIs (docs/runbooks/restore.md).
set -euo pipefail
base=${1:?base backup, a folder of .../base} data=${2:?empty data directory} instant=${3:-}
wal=$(cd "$base/../../wal" && pwd)
if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty: move it away first, it may be needed." >&2
  exit 1
fi
mkdir -p "$data"
chmod 700 "$data"
cp -a "$base/." "$data/"
{
  echo "# Written by restore.sh from $base"
  # The last file is not whole yet and has all that was received.
  echo "restore_command = 'cp \"$wal/%f\" \"%p\" 2>/dev/null || cp \"$wal/%f.partial\" \"%p\"'"
  echo "recovery_target_timeline = 'current'"
  if [ -n "$instant" ]; then
    echo "recovery_target_time = '$instant'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Ready: start PostgreSQL on $data"
