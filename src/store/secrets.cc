#include "store/secrets.h"

#include "store/counters.h"
#include "store/header_lines.h"
#include "store/query.h"

namespace curlew::store {

Result<std::vector<Secrets::Row>> Secrets::all() {
  Query query(db_,
              "SELECT id, url, headers, basic_credentials, bearer_token, proxy"
              " FROM sources WHERE headers <> '' OR basic_credentials <> ''"
              " OR bearer_token <> '' OR proxy <> '' ORDER BY id");
  std::vector<Row> rows;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return rows;
    Row& row = rows.emplace_back();
    std::string_view headers;
    TRY(query.read(row.source, row.url, headers, row.request.basic_credentials,
                   row.request.bearer_token, row.request.proxy));
    row.request.headers = parse_lines(headers);
  }
}

Result<void> Secrets::replace(const Row& row) {
  const model::SealedSettings& request = row.request;
  TRY(Query::run(db_,
                 "UPDATE sources SET headers = $1, basic_credentials = $2,"
                 " bearer_token = $3, proxy = $4 WHERE id = $5",
                 to_lines(request.headers), request.basic_credentials,
                 request.bearer_token, request.proxy, row.source));
  return {};
}

Result<std::vector<std::string>> Secrets::of_users() {
  Query query(
      db_,
      "SELECT page_token FROM users WHERE page_token <> '' UNION ALL"
      " SELECT feed_token FROM watchlists WHERE feed_token <> '' UNION ALL"
      " SELECT target FROM watchlists WHERE channel = 'webhook' AND target <> ''"
      " UNION ALL SELECT secret FROM watchlists WHERE secret <> ''");
  std::vector<std::string> all;
  TRY(query.each([&] { return query.read(all.emplace_back()); }));
  return all;
}

Result<PlainSecrets> Secrets::plain() {
  TRY_ASSIGN(const std::int64_t value, read_counter(db_, kPlainSecrets));
  return static_cast<PlainSecrets>(value);
}

Result<void> Secrets::set_plain(PlainSecrets where) {
  return set_counter(db_, kPlainSecrets, static_cast<std::int64_t>(where));
}

Result<void> Secrets::forget_old_copies() {
  TRY(db_.forget_overwritten("sources"));
  return set_plain(PlainSecrets::kNowhere);
}

}  // namespace curlew::store
