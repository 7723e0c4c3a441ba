#include "archive/warc/digests.h"

#include <fmt/format.h>

#include "archive/warc/chunked.h"
#include "archive/warc/http_block.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/sha.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kLongestHttpHead = 1_MiB;

struct RawDigests {
  std::string sha256;
  std::string sha1;

  Digests written() const {
    return {.sha256 = "sha256:" + to_base16(sha256), .sha1 = "sha1:" + to_base32(sha1)};
  }
};

class BothHashes {
 public:
  // Hashing is most of verifying: what nobody asks for is left out.
  enum class Which { kBoth, kSha256, kSha1, kNone };
  explicit BothHashes(Which which = Which::kBoth) {
    if (which == Which::kBoth || which == Which::kSha256) sha256_.emplace();
    if (which == Which::kBoth || which == Which::kSha1) sha1_.emplace();
  }

  void add(std::string_view bytes) {
    if (sha256_) sha256_->add(bytes);
    if (sha1_) sha1_->add(bytes);
  }
  // What was left out is empty.
  RawDigests finish() {
    return {.sha256 = sha256_ ? sha256_->digest() : "",
            .sha1 = sha1_ ? sha1_->digest() : ""};
  }

 private:
  std::optional<Sha256> sha256_;
  std::optional<Sha1> sha1_;
};

BothHashes::Which stated_by(std::string_view digest) {
  using Which = BothHashes::Which;
  if (starts_with_ignoring_case(digest, "sha256") ||
      starts_with_ignoring_case(digest, "sha-256")) {
    return Which::kSha256;
  }
  return starts_with_ignoring_case(digest, "sha") ? Which::kSha1 : Which::kNone;
}

// Whether `stated` ("sha1:…") is one of these, in either way of writing.
bool agrees(std::string_view stated, const RawDigests& digests) {
  const auto colon = stated.find(':');
  if (colon == stated.npos) return true;
  const std::string algorithm = to_ascii_lower(stated.substr(0, colon));
  std::string_view value = stated.substr(colon + 1);
  const bool is_sha256 = algorithm == "sha256" || algorithm == "sha-256";
  if (!is_sha256 && algorithm != "sha1" && algorithm != "sha-1") return true;
  const std::string& ours = is_sha256 ? digests.sha256 : digests.sha1;
  if (equals_ignoring_case(value, to_base16(ours))) return true;
  value = value.substr(0, value.find('='));
  const std::string letters = to_base32(ours);
  return equals_ignoring_case(value, letters.substr(0, letters.find('=')));
}

// Behind the empty line that ends a head, looked for from `from` on.
bool has_empty_line(std::string_view text, std::size_t from) {
  text.remove_prefix(from < 3 ? 0 : from - 3);
  return text.find("\n\n") != text.npos || text.find("\n\r\n") != text.npos;
}

}  // namespace

Digests digests_of(std::string_view bytes) {
  BothHashes hashes;
  hashes.add(bytes);
  return hashes.finish().written();
}

Digests digests_of(std::string_view bytes, std::string sha256) {
  Sha1 sha1;
  sha1.add(bytes);
  return {.sha256 = std::move(sha256), .sha1 = "sha1:" + to_base32(sha1.digest())};
}

class DigestCheck::State {
 public:
  explicit State(const RecordHead& head)
      : block_digest_(head.field("WARC-Block-Digest")),
        // A revisit's is that of the record it refers to.
        payload_digest_(head.type == "revisit" ? ""
                                               : head.field("WARC-Payload-Digest")),
        is_before_payload_(is_http_message(head)),
        block_(stated_by(block_digest_)) {}

  void add(std::string_view piece) {
    block_.add(piece);
    if (is_before_payload_) {
      const std::size_t known = before_.size();
      before_ += piece;
      if (has_empty_line(before_, known) || before_.size() > kLongestHttpHead) {
        begin_payload();
      }
      return;
    }
    add_payload(piece);
  }

  std::vector<std::string> finish() {
    if (is_before_payload_) begin_payload();
    const RawDigests payload = payload_hashes_.finish();
    payload_ = payload.written();
    std::vector<std::string> wrong;
    if (!agrees(block_digest_, block_.finish())) {
      wrong.push_back("its block is not what WARC-Block-Digest says");
    }
    // Some writers hash the body as sent, others without its chunks.
    if (!agrees(payload_digest_, payload) &&
        !(is_chunked_ && agrees(payload_digest_, joined_hashes_.finish()))) {
      wrong.push_back("its payload is not what WARC-Payload-Digest says");
    }
    return wrong;
  }

  const Digests& payload() const { return payload_; }

 private:
  void begin_payload() {
    is_before_payload_ = false;
    const auto message = parse_http_block(before_);
    if (!message) return;
    is_chunked_ = equals_ignoring_case(
        http::joined_header(message->headers, "Transfer-Encoding"), "chunked");
    add_payload(message->body);
    before_.clear();
  }

  void add_payload(std::string_view piece) {
    payload_hashes_.add(piece);
    if (is_chunked_) {
      chunks_.decode(piece, [this](std::string_view bytes) {
        joined_hashes_.add(bytes);
        return true;
      });
    }
  }

  const std::string block_digest_;
  const std::string payload_digest_;
  bool is_before_payload_;
  bool is_chunked_ = false;
  std::string before_;
  ChunkedDecoder chunks_;
  BothHashes block_;
  BothHashes payload_hashes_;
  BothHashes joined_hashes_;
  Digests payload_;
};

DigestCheck::DigestCheck(const RecordHead& head)
    : state_(std::make_unique<State>(head)) {}
DigestCheck::~DigestCheck() = default;
void DigestCheck::add(std::string_view piece) { state_->add(piece); }
std::vector<std::string> DigestCheck::finish() { return state_->finish(); }
const Digests& DigestCheck::payload() const { return state_->payload(); }

}  // namespace curlew::archive
