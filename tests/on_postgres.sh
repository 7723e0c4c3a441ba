#!/bin/sh
# on_postgres.sh PROGRAM [ARGUMENT...]: runs a test program on PostgreSQL instead of
# SQLite. Where PostgreSQL is not installed the test is skipped (77), but fails in CI.
set -e
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  echo "PostgreSQL is not installed (Debian: postgresql)"
  [ -n "$CI" ] && exit 1
  exit 77
fi
export CURLEW_TEST_DRIVER=postgres
exec "$@"
