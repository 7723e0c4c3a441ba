// A value, or the reason why there is none.
//
// Failures are Results; expected outcomes (not modified, gone, forbidden) are values of
// their own types; bugs are CHECKs. No exception leaves a module.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace curlew {

// What a caller may want to do about an error. Everything else is in the text.
enum class ErrorKind {
  kFailed,
  // The user's words or configuration are wrong: exit code 2.
  kUsage,
  kNotFound,
  kExists,
  // Input larger, deeper or slower than allowed.
  kLimit,
  // Input that breaks its own format.
  kMalformed,
  // Somebody else holds it; trying again may work.
  kBusy,
  kDiskFull,
  // The connection to a server was lost. What was not committed did not happen; whether
  // a commit under way did must be looked up. Trying again may work.
  kDisconnected,
  // Stored data is damaged.
  kCorrupt,
  // A part that Curlew does not have yet, or a form it does not know.
  kUnsupported,
};

// The text says where, what, and the offending value, once.
struct [[nodiscard]] Error {
  ErrorKind kind = ErrorKind::kFailed;
  std::string text;

  // The same error, told from one level further out: "context: text".
  Error within(std::string_view context) && {
    text.insert(0, ": ").insert(0, context);
    return std::move(*this);
  }
};

// What follows stands in thousands of places, so the way of a failure is code of its
// own (result.cc), and here no more than a pointer.
namespace result_detail {

// Owned by whoever holds it.
Error* box(Error&& error);
Error* copy(const Error& error);
void drop(Error* error);
[[noreturn]] void no_value(const Error& error);

// Stands where an error was moved from.
extern Error moved_error;

// An error on its way from one Result to the next, which takes it.
struct [[nodiscard]] Failure {
  Error* error;
  operator Error() &&;
};

}  // namespace result_detail

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T&& value) : value_(std::move(value)) {}  // NOLINT: implicit on purpose
  Result(const T& value) : value_(value) {}        // NOLINT: implicit on purpose
  Result(Error&& error)                            // NOLINT: implicit on purpose
      : error_(result_detail::box(std::move(error))) {}
  Result(const Error& error)  // NOLINT: implicit on purpose
      : error_(result_detail::copy(error)) {}
  Result(result_detail::Failure failure)  // NOLINT: implicit on purpose
      : error_(failure.error) {}
  Result(Result&& other) noexcept : error_(other.error_) {
    if (error_ == nullptr) {
      std::construct_at(&value_, std::move(other.value_));
    } else {
      other.error_ = &result_detail::moved_error;
    }
  }
  Result(const Result& other) requires std::is_copy_constructible_v<T> {
    if (other.error_ == nullptr) {
      std::construct_at(&value_, other.value_);
    } else {
      error_ = result_detail::copy(*other.error_);
    }
  }
  Result& operator=(Result other) noexcept {
    std::destroy_at(this);
    std::construct_at(this, std::move(other));
    return *this;
  }
  ~Result() {
    if (error_ == nullptr) {
      std::destroy_at(&value_);
    } else {
      result_detail::drop(error_);
    }
  }

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }

  T& value() & { return check_value(), value_; }
  const T& value() const& { return check_value(), value_; }
  // By value, so that `for (auto& x : *make())` does not outlive what it walks.
  T value() && { return check_value(), std::move(value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }
  // For TRY: nobody asks this Result again.
  result_detail::Failure failure() && {
    return {std::exchange(error_, &result_detail::moved_error)};
  }

 private:
  void check_value() const {
    if (error_ != nullptr) result_detail::no_value(*error_);
  }

  // None: there is a value.
  Error* error_ = nullptr;
  union {
    T value_;
  };
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error&& error)  // NOLINT: implicit on purpose
      : error_(result_detail::box(std::move(error))) {}
  Result(const Error& error)  // NOLINT: implicit on purpose
      : error_(result_detail::copy(error)) {}
  Result(result_detail::Failure failure)  // NOLINT: implicit on purpose
      : error_(failure.error) {}
  Result(Result&& other) noexcept
      : error_(other.error_ == nullptr
                   ? nullptr
                   : std::exchange(other.error_, &result_detail::moved_error)) {}
  Result(const Result& other)
      : error_(other.error_ == nullptr ? nullptr : result_detail::copy(*other.error_)) {
  }
  Result& operator=(Result other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Result() {
    if (error_ != nullptr) result_detail::drop(error_);
  }

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }
  result_detail::Failure failure() && {
    return {std::exchange(error_, &result_detail::moved_error)};
  }

 private:
  // None: it went well.
  Error* error_ = nullptr;
};

}  // namespace curlew

#define CURLEW_CONCAT_INNER(a, b) a##b
#define CURLEW_CONCAT(a, b) CURLEW_CONCAT_INNER(a, b)

// TRY(expression): hands an error on, else goes on.
#define TRY(expression)                                   \
  do {                                                    \
    if (auto try_result = (expression); !try_result.ok()) \
      return std::move(try_result).failure();             \
  } while (false)

// TRY_ASSIGN(auto value, expression): hands an error on, else binds the value.
#define TRY_ASSIGN(declaration, expression) \
  TRY_ASSIGN_INNER(CURLEW_CONCAT(try_result_, __LINE__), declaration, expression)
#define TRY_ASSIGN_INNER(temporary, declaration, expression)  \
  auto temporary = (expression);                              \
  if (!temporary.ok()) return std::move(temporary).failure(); \
  declaration = std::move(temporary).value()
