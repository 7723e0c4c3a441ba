// What a document may still grow by while it is read.
//
// A few bytes can stand for many: a language or an author that every entry inherits, a
// base that every address is resolved against, an entity, a character that must be
// escaped. Whatever is made beyond what stands in the document is taken from one
// Allowance, so that all that is made of it is at most four times its bytes and 1 MiB,
// whatever it says. Sound feeds grow by a few per cent.

#pragma once

#include <algorithm>

#include "base/bytes.h"

namespace curlew::parse {

class Allowance {
 public:
  // Of a document that came as `received` bytes and is `decoded` bytes of UTF-8, which
  // are at most three times as many.
  Allowance(Bytes received, Bytes decoded)
      : left_(kConstant + 4 * received - std::min(4 * received, decoded)) {}

  // False where it is not enough. Then it is spent: the rest of the document stays as
  // it is written, and costs no more attempts.
  bool take(Bytes bytes) {
    if (bytes <= left_) {
      left_ -= bytes;
      return true;
    }
    left_ = 0;
    is_spent_ = true;
    return false;
  }
  bool is_spent() const { return is_spent_; }

 private:
  static constexpr Bytes kConstant = 1_MiB;

  Bytes left_;
  bool is_spent_ = false;
};

}  // namespace curlew::parse
