// Writes an archive for others to read, and says what files of others hold.
//
//   warc_exchange write FOLDER       an archive of every kind of record
//   warc_exchange read FILE          a JSON object a record, then one of the troubles

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cstdio>
#include <string>

#include "archive/archive.h"
#include "archive/export.h"
#include "archive/warc/digests.h"
#include "archive/warc/http_block.h"
#include "archive/warc/reader.h"

namespace {

using namespace curlew;
using namespace curlew::archive;

constexpr Time kFirst = from_unix_seconds(1'794'000'000);

Capture capture_at(int hour, std::string url, std::string body) {
  return {.url = std::move(url),
          .time = kFirst + std::chrono::hours(hour) + Milliseconds(hour * 7),
          .ip = "192.0.2.1",
          .request = "GET /a HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\n\r\n",
          .status_line = "HTTP/1.1 200 OK",
          .headers = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Content-Encoding", "gzip"},
                      {"Transfer-Encoding", "chunked"}},
          .body = std::move(body),
          .facts = {{"fetchTimeMs", "12"}}};
}

Result<void> write_archive(const std::string& folder) {
  TRY_ASSIGN(const auto disk, open_folder(folder));
  TRY_ASSIGN(const auto archive, Archive::open(*disk, {.most_captures = 6}));
  const std::string page = "<title>Ein Kühlschrank</title>" + std::string(5000, 'x');
  TRY(archive->append(capture_at(0, "https://example.org/a", page)));
  TRY(archive->append(capture_at(1, "https://example.org/a", page + "!")));
  // The same under another address: a revisit.
  TRY(archive->append(capture_at(2, "https://example.com/b?c=d", page)));
  Capture not_modified = capture_at(3, "https://example.org/a", "");
  not_modified.status_line = "HTTP/1.1 304 Not Modified";
  not_modified.headers = {{"ETag", "\"1\""}};
  TRY(archive->append(not_modified));
  Capture gone = capture_at(4, "https://example.org/gone", "");
  gone.status_line = "HTTP/2 404";
  TRY(archive->append(gone));
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * i >> 3);
  TRY(archive->append(capture_at(5, "https://example.org/bytes", bytes)));
  TRY(archive->append(capture_at(6, "https://example.org/\xce\xb1 b", "späße")));
  TRY(archive->commit());
  TRY(archive->pack(0));
  TRY_ASSIGN(const auto to, open_folder(folder + "/export"));
  const Archive* const all[] = {archive.get()};
  TRY(export_warc(all, {}, {.created = kFirst}, *to, "all.warc.gz"));
  TRY(export_wacz(all, {}, {.title = "All", .created = kFirst}, *to, "all.wacz"));
  return {};
}

Result<void> show_records(const std::string& path) {
  TRY_ASSIGN(const auto file, open_file(path));
  RecordReader reader(*file);
  while (true) {
    TRY_ASSIGN(const auto head, reader.next());
    if (!head) break;
    DigestCheck check(*head);
    std::string block;
    while (true) {
      TRY_ASSIGN(const auto piece, reader.more());
      if (piece.empty()) break;
      check.add(piece);
      block += piece;
    }
    const auto wrong = check.finish();
    boost::json::object row{{"type", head->type},
                            {"target", head->target},
                            {"offset", head->offset},
                            {"whole", reader.is_whole()},
                            {"wrong", boost::json::value_from(wrong)},
                            {"payload", check.payload().sha256}};
    if (const auto message = parse_http_block(block);
        message && is_http_message(*head)) {
      row["status"] = message->status();
      const auto body = decoded_body(*message, 64_MiB);
      row["body"] = body.ok() ? digests_of(*body).sha256 : body.error().text;
    }
    fmt::print("{}\n", boost::json::serialize(row));
  }
  boost::json::array troubles;
  for (const auto& [offset, reason] : reader.troubles()) {
    troubles.push_back({{"offset", offset}, {"reason", reason}});
  }
  fmt::print("{}\n",
             boost::json::serialize(boost::json::object{{"troubles", troubles}}));
  return {};
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const std::string command = words[1];
  const auto done =
      command == "write" ? write_archive(words[2]) : show_records(words[2]);
  if (!done.ok()) fmt::print(stderr, "{}\n", done.error().text);
  return done.ok() ? 0 : 1;
}
