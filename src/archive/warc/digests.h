// The digests of a record: "sha256:" in hexadecimal digits, "sha1:" in base 32, as most
// archives write them, or either in the other.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/warc/record.h"

namespace curlew::archive {

struct Digests {
  // "sha256:9f86…", sixty-four hexadecimal digits.
  std::string sha256;
  // "sha1:VGMT…", thirty-two letters.
  std::string sha1;

  bool operator==(const Digests&) const = default;
};

Digests digests_of(std::string_view bytes);
// The same where the first of them is known.
Digests digests_of(std::string_view bytes, std::string sha256);

// Looks whether a block that comes in pieces has the digests that the head of its
// record states.
class DigestCheck {
 public:
  explicit DigestCheck(const RecordHead& head);
  ~DigestCheck();

  void add(std::string_view piece);
  // What does not agree, one sentence each. Algorithms that are not known agree.
  std::vector<std::string> finish();
  // Of the payload: of an HTTP message its body as it was sent, else the block. After
  // finish().
  const Digests& payload() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace curlew::archive
