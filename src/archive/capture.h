// What the archive keeps and gives back.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/time.h"
#include "http/message.h"

namespace curlew::archive {

// One answer of a server, as it is to be kept.
struct Capture {
  // What was asked for, without a fragment.
  std::string url;
  Time time;
  // The address that answered; empty when it is not known.
  std::string ip;
  // The head of the request as sent, "GET / HTTP/1.1" and its fields, secrets already
  // taken out. Empty: no request record.
  std::string request;
  // "HTTP/1.1 200 OK"
  std::string status_line;
  http::Headers headers;
  // The client joins chunks and unpacks before anybody sees a body. Fields that no
  // longer fit are kept under names of their own (X-Archive-Orig-…).
  enum class BodyForm { kAsSent, kUnpacked };
  BodyForm form = BodyForm::kUnpacked;
  std::string body;
  // "sha256:…" of the body, from whoever has it already; empty: the archive makes it.
  std::string digest;
  // Further facts for the metadata record: "fetchTimeMs", "via".
  http::Headers facts;
};

// Where a record lies. It stays true when its file is packed.
struct Location {
  // The name of the WARC file that it was written to.
  std::string segment;
  Bytes offset = 0;
  // Of the packed record.
  Bytes length = 0;

  bool operator==(const Location&) const = default;
};

// One version of a URL, as the index knows it.
struct Version {
  std::string url;
  Time time;
  // 0 when the record is no HTTP response.
  int status = 0;
  // Of a revisit "warc/revisit", as all indexes say it.
  std::string media_type;
  // "sha256:…" of the payload, and the SHA-1 that other archives go by.
  std::string digest;
  std::string sha1;
  Location location;

  bool is_revisit() const { return media_type == "warc/revisit"; }
  bool operator==(const Version&) const = default;
};

// A version with all that it consists of, a revisit's payload taken from where it lies.
struct Content {
  std::string url;
  Time time;
  // Of a resource record empty.
  std::string status_line;
  http::Headers headers;
  // Chunks joined and unpacked.
  std::string body;
  // Those of its metadata record.
  http::Headers facts;
};

}  // namespace curlew::archive
