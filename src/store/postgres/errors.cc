#include "store/postgres/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace curlew::store {
namespace {

// https://www.postgresql.org/docs/15/errcodes-appendix.html. Only what is wrong with a
// value (classes 22, 23, 54) is kFailed: the rest is the server's trouble, or the
// installation's, and no row may be given up for it.
ErrorKind kind_of(std::string_view state) {
  const std::string_view error_class = state.substr(0, 2);
  if (error_class == "08" || state == "57P01" || state == "57P02" || state == "57P03") {
    return ErrorKind::kDisconnected;
  }
  if (state == "53100") return ErrorKind::kDiskFull;
  if (state == "XX001" || state == "XX002") return ErrorKind::kCorrupt;
  // Locked, in conflict, out of resources, told to stop, become a standby.
  for (const std::string_view busy : {"40", "53", "55", "57", "58"}) {
    if (error_class == busy) return ErrorKind::kBusy;
  }
  if (state == "25006") return ErrorKind::kBusy;
  for (const std::string_view wrong : {"0A", "28", "3D", "3F", "42"}) {
    if (error_class == wrong) return ErrorKind::kUnsupported;
  }
  return ErrorKind::kFailed;
}

// libpq ends its texts with a newline and breaks them into lines.
std::string on_one_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  std::erase(line, '\t');
  return line;
}

std::string field_of(const PGresult* result, int field) {
  const char* text = PQresultErrorField(result, field);
  return on_one_line(text ? text : "");
}

}  // namespace

Error to_error(const PGresult* result, const std::string& name) {
  const std::string state = field_of(result, PG_DIAG_SQLSTATE);
  const ErrorKind kind = kind_of(state);
  if (state == "55P03") {
    return {kind, name +
                      ": another program is writing to this database and does not "
                      "finish; end it, or try again"};
  }
  if (kind == ErrorKind::kDiskFull) {
    return {kind, name +
                      ": the server has no space left to write to this database; what "
                      "was committed before is safe"};
  }
  std::string text = field_of(result, PG_DIAG_MESSAGE_PRIMARY);
  if (text.empty()) text = on_one_line(PQresultErrorMessage(result));
  return {kind,
          fmt::format("{}: {}{}", name, text, state.empty() ? "" : " (" + state + ")")};
}

Error disconnected(const PGconn* connection, const std::string& name) {
  return {ErrorKind::kDisconnected,
          fmt::format("{}: {}", name, on_one_line(PQerrorMessage(connection)))};
}

}  // namespace curlew::store
