// A value, or the reason why there is none.
//
// Failures are Results; expected outcomes (not modified, gone, forbidden) are values of
// their own types; bugs are CHECKs. No exception leaves a module.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

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

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  // By value, so that `for (auto& x : *make())` does not outlive what it walks.
  T value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT: implicit

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_;
  bool ok_ = true;
};

}  // namespace curlew

#define CURLEW_CONCAT_INNER(a, b) a##b
#define CURLEW_CONCAT(a, b) CURLEW_CONCAT_INNER(a, b)

// TRY(expression): hands an error on, else goes on.
#define TRY(expression)                                   \
  do {                                                    \
    if (auto try_result = (expression); !try_result.ok()) \
      return std::move(try_result).error();               \
  } while (false)

// TRY_ASSIGN(auto value, expression): hands an error on, else binds the value.
#define TRY_ASSIGN(declaration, expression) \
  TRY_ASSIGN_INNER(CURLEW_CONCAT(try_result_, __LINE__), declaration, expression)
#define TRY_ASSIGN_INNER(temporary, declaration, expression) \
  auto temporary = (expression);                             \
  if (!temporary.ok()) return std::move(temporary).error();  \
  declaration = std::move(temporary).value()
