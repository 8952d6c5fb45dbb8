#!/bin/bash
# One base backup into $ERA/base, checked file by file, noted in write.sauvegarde (what the alert on its age looks at);
# then the oldest ones beyond BACKUPS_KEPT go, with the WAL that only they need.
set -euo pipefail
name=$(date -u +%Y%m%dT%H%M%SZ)
draft=$ERA/base/$name.draft
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }

rm -rf "$ERA"/base/*.draft
# With its own WAL: it can be restored even when nothing else was received.
pg_basebackup --pgdata="$draft" --format=plain --wal-method=stream --checkpoint=fast --label="$name"
pg_verifybackup --quiet "$draft"
sync "$ERA/base"
mv "$draft" "$ERA/base/$name"

if [ "$(ask --command "select active from pg_replication_slots where slot_name = '$BACKUP_SLOT'")" != t ]; then
  echo "The base backup $name is whole, and the WAL after it is not received: not noted." >&2
  exit 1
fi
ask --set=lieu="$ERA/base/$name" --set=octets="$(du -sb "$ERA/base/$name" | cut -f1)" >/dev/null <<'SQL'
insert into write.sauvegarde (lieu, octets) values (:'lieu', :octets);
SQL
echo "$(date -u +%FT%TZ) base backup $ERA/base/$name"

mapfile -t bases < <(find "$ERA/base" -mindepth 1 -maxdepth 1 -name '*Z' | sort)
for ((extra = ${#bases[@]} - ${BACKUPS_KEPT:-3}; extra > 0; extra--)); do
  rm -rf "${bases[0]}"
  bases=("${bases[@]:1}")
done
# backup_label: START WAL LOCATION: 0/2000028 (file 000000010000000000000002)
oldest=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' "${bases[0]}/backup_label")
pg_archivecleanup "$ERA/wal" "$oldest"
