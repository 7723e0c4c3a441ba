#include "archive/warc/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "archive/timestamps.h"
#include "archive/warc/http_block.h"
#include "base/ascii.h"
#include "base/sha.h"

namespace curlew::archive {
namespace {

// One line: what would end it, or the head, becomes a space.
std::string in_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  return line;
}

// A URL in a field: nothing in it may be white space.
std::string in_one_word(std::string_view url) {
  std::string word;
  for (const char c : url) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f') {
      word += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      word += c;
    }
  }
  return word;
}

void add_lines(std::string& text, const http::Headers& fields) {
  for (const auto& [name, value] : fields) {
    text += fmt::format("{}: {}\r\n", in_one_line(name), in_one_line(value));
  }
}

// The head of a response whose body is `body_size` long, as it lies in the archive.
std::string head_of(const Capture& capture, Bytes body_size) {
  constexpr std::array<std::string_view, 3> kOfTheWire = {
      "content-encoding", "transfer-encoding", "content-length"};
  std::string head = in_one_line(capture.status_line) + "\r\n";
  // Of an answer 304 they tell of a body that was not sent.
  if (capture.form == Capture::BodyForm::kAsSent ||
      status_of(capture.status_line) == 304) {
    add_lines(head, capture.headers);
    return head + "\r\n";
  }
  http::Headers fields;
  bool has_length = false;
  const std::string length = fmt::format("{}", body_size);
  for (const auto& [name, value] : capture.headers) {
    const std::string lower = to_ascii_lower(name);
    const bool is_length = lower == "content-length";
    if (is_length && value == length && !has_length) {
      has_length = true;
      fields.emplace_back(name, value);
    } else if (std::ranges::find(kOfTheWire, lower) != kOfTheWire.end()) {
      fields.emplace_back("X-Archive-Orig-" + name, value);
    } else {
      fields.emplace_back(name, value);
    }
  }
  if (!has_length) fields.emplace_back("Content-Length", length);
  add_lines(head, fields);
  return head + "\r\n";
}

RecordDraft draft_about(std::string_view type, const Capture& capture) {
  RecordDraft draft{.type = type, .date = capture.time};
  draft.fields.emplace_back("WARC-Target-URI", in_one_word(capture.url));
  if (!capture.ip.empty()) draft.fields.emplace_back("WARC-IP-Address", capture.ip);
  return draft;
}

}  // namespace

std::string make_record_id(std::string_view segment, Bytes offset,
                           std::string_view type) {
  std::string hex =
      sha256_hex(fmt::format("{} {} {}", segment, offset, type)).substr(0, 32);
  // RFC 9562 §5.8: version 8, whose bits are the maker's own business.
  hex[12] = '8';
  hex[16] = '8';
  return fmt::format("<urn:uuid:{}-{}-{}-{}-{}>", hex.substr(0, 8), hex.substr(8, 4),
                     hex.substr(12, 4), hex.substr(16, 4), hex.substr(20));
}

std::string to_record(const RecordDraft& draft) {
  std::string text = fmt::format(
      "WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: {}\r\nWARC-Date: {}\r\n",
      draft.type, draft.id, to_warc_date(draft.date));
  add_lines(text, draft.fields);
  text += fmt::format(
      "WARC-Block-Digest: sha256:{}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
      sha256_hex(draft.block), draft.content_type, draft.block.size());
  text += draft.block;
  text += "\r\n\r\n";
  return text;
}

RecordDraft make_warcinfo(std::string_view segment, Time date,
                          std::string_view software) {
  return {.type = "warcinfo",
          .date = date,
          .fields = {{"WARC-Filename", std::string(segment)}},
          .content_type = "application/warc-fields",
          .block = fmt::format("software: {}\r\nformat: WARC File Format 1.1\r\n"
                               "conformsTo: http://iipc.github.io/warc-specifications/"
                               "specifications/warc-format/warc-1.1/\r\n",
                               in_one_line(software))};
}

RecordDraft make_response(const Capture& capture, const Digests& payload) {
  RecordDraft draft = draft_about("response", capture);
  draft.fields.emplace_back("WARC-Payload-Digest", payload.sha256);
  draft.content_type = "application/http; msgtype=response";
  draft.block = head_of(capture, capture.body.size()) + capture.body;
  return draft;
}

RecordDraft make_revisit(const Capture& capture, const Original& original) {
  RecordDraft draft = draft_about("revisit", capture);
  const bool is_not_modified = status_of(capture.status_line) == 304;
  draft.fields.emplace_back("WARC-Profile",
                            is_not_modified ? kServerNotModified : kIdenticalPayload);
  draft.fields.emplace_back("WARC-Refers-To-Target-URI", in_one_word(original.url));
  draft.fields.emplace_back("WARC-Refers-To-Date", to_warc_date(original.time));
  if (!original.record_id.empty()) {
    draft.fields.emplace_back("WARC-Refers-To", original.record_id);
  }
  draft.fields.emplace_back("WARC-Payload-Digest", original.digest);
  draft.content_type = "application/http; msgtype=response";
  draft.block = head_of(capture, capture.body.size());
  return draft;
}

RecordDraft make_request(const Capture& capture, std::string_view concurrent_to) {
  RecordDraft draft = draft_about("request", capture);
  draft.fields.emplace_back("WARC-Concurrent-To", concurrent_to);
  draft.content_type = "application/http; msgtype=request";
  draft.block = capture.request;
  if (!draft.block.ends_with("\r\n\r\n")) {
    draft.block += draft.block.ends_with("\r\n") ? "\r\n" : "\r\n\r\n";
  }
  return draft;
}

RecordDraft make_metadata(const Capture& capture, const Digests& payload,
                          std::string_view concurrent_to) {
  RecordDraft draft = draft_about("metadata", capture);
  draft.fields.emplace_back("WARC-Concurrent-To", concurrent_to);
  draft.content_type = "application/warc-fields";
  add_lines(draft.block, {{"payloadSha1", payload.sha1}});
  add_lines(draft.block, capture.facts);
  return draft;
}

}  // namespace curlew::archive
