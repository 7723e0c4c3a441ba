// Records of WARC 1.1 as bytes, one gzip member each. Pure: who appends them to what
// file is segment.h's business.
//
// The standard fields hold SHA-256, which is what payloads are compared by; the SHA-1
// that older archives are indexed by is in the metadata record and in the index.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "archive/capture.h"
#include "archive/warc/digests.h"

namespace curlew::archive {

inline constexpr std::string_view kIdenticalPayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
inline constexpr std::string_view kServerNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

// What a revisit record refers to: the version whose payload it shares.
struct Original {
  std::string url;
  Time time;
  // "<urn:uuid:…>", or empty.
  std::string record_id;
  std::string digest;
};

// "<urn:uuid:…>" made of what tells a record from all others: no randomness is needed,
// and the same archive written twice is the same bytes.
std::string make_record_id(std::string_view segment, Bytes offset,
                           std::string_view type);

// A record before it is packed.
struct RecordDraft {
  std::string_view type;
  std::string id;
  Time date;
  // Further fields, in the order they are written.
  http::Headers fields;
  std::string content_type;
  std::string block;
};
std::string to_record(const RecordDraft& draft);

RecordDraft make_warcinfo(std::string_view segment, Time date,
                          std::string_view software);
RecordDraft make_response(const Capture& capture, const Digests& payload);
// Profile kIdenticalPayload, or kServerNotModified when the status was 304.
RecordDraft make_revisit(const Capture& capture, const Original& original);
RecordDraft make_request(const Capture& capture, std::string_view concurrent_to);
RecordDraft make_metadata(const Capture& capture, const Digests& payload,
                          std::string_view concurrent_to);

}  // namespace curlew::archive
