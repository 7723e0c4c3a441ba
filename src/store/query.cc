#include "store/query.h"

#include <fmt/format.h>

namespace curlew::store {

Error Query::unreadable(int column) const {
  constexpr std::size_t kShown = 40;
  return {ErrorKind::kCorrupt,
          fmt::format(
              "{}: column {} of a row holds \"{}\", which is no value of its kind",
              database_.name(), column, statement_->bytes(column).substr(0, kShown))};
}

}  // namespace curlew::store
