#include "archive/segment/scan.h"

#include <algorithm>
#include <optional>

#include "archive/cdxj/line.h"
#include "archive/warc/digests.h"
#include "archive/warc/http_block.h"
#include "archive/warc/reader.h"
#include "base/ascii.h"

namespace curlew::archive {
namespace {

// Enough for the head of a response.
constexpr std::size_t kBeginningOfBlock = 64_KiB;

bool is_indexed(const RecordHead& head) {
  return (head.type == "response" || head.type == "revisit" ||
          head.type == "resource") &&
         head.date && !head.target.empty();
}

std::string media_type_of(std::string_view field) {
  return to_ascii_lower(trimmed(field.substr(0, field.find(';'))));
}

}  // namespace

Version version_of(const RecordHead& head, std::string_view block,
                   const Digests& payload, const std::string& segment) {
  const bool is_revisit = head.type == "revisit";
  Version version{.url = head.target, .time = *head.date};
  version.digest =
      is_revisit ? std::string(head.field("WARC-Payload-Digest")) : payload.sha256;
  if (!is_revisit) version.sha1 = payload.sha1;
  version.media_type = media_type_of(head.field("Content-Type"));
  if (is_http_message(head)) {
    const auto message = parse_http_block(block);
    version.status = message ? message->status() : 0;
    version.media_type = media_type_of(
        message ? http::joined_header(message->headers, "Content-Type") : "");
  }
  if (is_revisit) version.media_type = "warc/revisit";
  if (version.media_type.empty()) version.media_type = "unk";
  version.location = {.segment = segment, .offset = head.offset};
  return version;
}

Result<Scan> scan_segment(const File& file, const std::string& segment) {
  Scan scan;
  std::optional<Version> pending;
  Bytes last = 0;
  RecordReader reader(file);
  while (true) {
    TRY_ASSIGN(const auto head, reader.next());
    // How long the last record was is known now. One whose bytes are all there, but not
    // the end of its gzip member, is torn: who cuts the file cuts it off.
    const bool is_torn = !head && last >= reader.end_of_last() && scan.records > 0;
    if (is_torn) --scan.records;
    if (pending && !is_torn) {
      pending->location.length = reader.end_of_last() - pending->location.offset;
      scan.lines.push_back(to_cdxj(*pending));
    }
    pending.reset();
    if (!head) break;
    DigestCheck check(*head);
    std::string beginning;
    while (true) {
      TRY_ASSIGN(const auto piece, reader.more());
      if (piece.empty()) break;
      check.add(piece);
      beginning += piece.substr(0, kBeginningOfBlock - beginning.size());
    }
    if (!reader.is_whole()) continue;
    ++scan.records;
    last = head->offset;
    for (auto& wrong : check.finish()) {
      scan.troubles.push_back({head->offset, std::move(wrong)});
    }
    if (is_indexed(*head)) {
      pending = version_of(*head, beginning, check.payload(), segment);
    }
  }
  scan.sound_end = reader.end_of_last();
  const auto& troubles = reader.troubles();
  scan.troubles.insert(scan.troubles.end(), troubles.begin(), troubles.end());
  std::ranges::stable_sort(scan.troubles, {}, &Trouble::offset);
  return scan;
}

}  // namespace curlew::archive
