// A connection that writes down what is asked of it: each query with what was bound,
// how long it took and how many rows it brought.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/database.h"

namespace curlew {

// What stood for a parameter.
using BoundValue = std::variant<std::monostate, std::int64_t, std::string,
                                std::vector<std::int64_t>, std::vector<std::string>>;
struct Bound {
  enum class Kind { kNull, kInteger, kText, kBlob, kIntegers, kTexts, kBlobs };
  Kind kind = Kind::kNull;
  BoundValue value;
};
// Binds them; what is borrowed until the statement is reset lies in `borrowed`.
void bind(store::Statement& statement, const std::vector<Bound>& values,
          std::deque<std::vector<std::string_view>>& borrowed);

struct AskedQuery {
  std::string sql;
  std::vector<Bound> bound;
  double ms = 0;
  std::int64_t rows = 0;
};

// Shared by all connections of a site.
class Recorder {
 public:
  void add(AskedQuery query);
  // Time that no query has: transactions.
  void add(double ms);
  struct Taken {
    std::vector<AskedQuery> queries;
    double ms = 0;
  };
  // All since the last time.
  Taken take();

 private:
  std::mutex mutex_;
  Taken taken_;  // Guarded by it.
};

// `recorder` must outlive it.
std::unique_ptr<store::Database> record(std::unique_ptr<store::Database> database,
                                        std::int64_t server, Recorder& recorder);

}  // namespace curlew
