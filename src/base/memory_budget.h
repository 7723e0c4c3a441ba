// How much memory may be taken by what comes from outside, wherever it is just now:
// arriving, being read, in a queue, waiting to be stored. Whoever keeps such bytes
// takes a Share for them; whoever can wait asks is_full() before taking more.
//
// Shares are never refused: what has arrived is there. So the budget bounds what is
// begun, and those who hold something are asked to wait.

#pragma once

#include <atomic>
#include <utility>

#include "base/bytes.h"

namespace curlew {

// Thread-safe; a Share belongs to one thread at a time. Outlives its shares.
class MemoryBudget {
 public:
  // What arrives is gone when it has been read. What was made of it is gone only when
  // it is stored, and a database that another program holds locked lets nothing go.
  enum class Use { kArriving, kUnstored };

  explicit MemoryBudget(Bytes limit) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  class Share {
   public:
    // Of nothing.
    Share() = default;
    Share(MemoryBudget* budget, Use use, Bytes bytes) : budget_(budget), use_(use) {
      resize(bytes);
    }
    Share(Share&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)),
          use_(other.use_),
          bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&& other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(use_, other.use_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Share() { resize(0); }

    void resize(Bytes bytes) {
      if (budget_ == nullptr || bytes == bytes_) return;
      // Unsigned: what is given back is added as its complement.
      budget_->of(use_).fetch_add(bytes - bytes_, std::memory_order_relaxed);
      bytes_ = bytes;
    }

   private:
    // Null: nobody counts.
    MemoryBudget* budget_ = nullptr;
    Use use_ = Use::kArriving;
    Bytes bytes_ = 0;
  };

  Bytes limit() const { return limit_; }
  Bytes used() const { return arriving_.load(kRelaxed) + unstored_.load(kRelaxed); }
  bool is_full() const { return used() >= limit_; }
  // What is not stored yet takes half of it: reading does not make room, only storing.
  bool waits_for_storage() const { return unstored_.load(kRelaxed) >= limit_ / 2; }

 private:
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  std::atomic<Bytes>& of(Use use) {
    return use == Use::kArriving ? arriving_ : unstored_;
  }

  const Bytes limit_;
  std::atomic<Bytes> arriving_ = 0;
  std::atomic<Bytes> unstored_ = 0;
};

}  // namespace curlew
