// How the domain's values are kept in columns: ids and times as integers (milliseconds
// since 1970), enumerations as words, so that a person with a database shell can read
// them, and absent values as NULL.
//
// bind_value() puts a value into a parameter; read_column() takes it out again, and is
// false when the column holds something that cannot be one.

#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "model/access.h"
#include "model/delivery.h"
#include "model/due_reason.h"
#include "model/ids.h"
#include "model/objective.h"
#include "model/outcome.h"
#include "model/page.h"
#include "model/problem.h"
#include "model/request_settings.h"
#include "model/source.h"
#include "model/user.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

// Many of them, for unnest() and pairs().
struct Blobs {
  std::span<const std::string_view> values;
};

// "All of them" is more than a LIMIT takes.
inline std::int64_t to_limit(std::size_t rows) {
  return static_cast<std::int64_t>(std::min<std::size_t>(rows, 1u << 30));
}

// The states for which `rule` holds, for a query: "('active', 'failing')". So that a
// rule about states stands in the model alone.
std::string states_where(bool (*rule)(model::SourceState));

// The sources `s` for which visits are planned: model::has_visits().
inline constexpr std::string_view kHasVisits = "s.kind <> 'topic'";

void bind_value(Statement& statement, int parameter, std::string_view text);
void bind_value(Statement& statement, int parameter, Blob blob);
inline void bind_value(Statement& statement, int parameter,
                       const model::SealedText& text) {
  bind_value(statement, parameter, std::string_view(text.kept()));
}
void bind_value(Statement& statement, int parameter, model::SourceKind kind);
void bind_value(Statement& statement, int parameter, model::SourceState state);
void bind_value(Statement& statement, int parameter, model::VisitKind kind);
void bind_value(Statement& statement, int parameter, model::FetchOutcome outcome);
void bind_value(Statement& statement, int parameter, model::Objective objective);
void bind_value(Statement& statement, int parameter, model::Rendering rendering);
void bind_value(Statement& statement, int parameter, model::PageType type);
void bind_value(Statement& statement, int parameter, model::Remark remark);
void bind_value(Statement& statement, int parameter, model::DueReason reason);
void bind_value(Statement& statement, int parameter, model::Role role);
void bind_value(Statement& statement, int parameter, model::ListAction action);
void bind_value(Statement& statement, int parameter, model::Channel channel);
void bind_value(Statement& statement, int parameter, model::DigestKind kind);
void bind_value(Statement& statement, int parameter, model::DeliveryKind kind);
void bind_value(Statement& statement, int parameter, model::DeliveryState state);
void bind_value(Statement& statement, int parameter, model::Scope scope);
void bind_value(Statement& statement, int parameter, model::KeyKind kind);
void bind_value(Statement& statement, int parameter, model::LinkKind kind);

template <std::integral Integer>
void bind_value(Statement& statement, int parameter, Integer value) {
  statement.bind_integer(parameter, static_cast<std::int64_t>(value));
}
inline void bind_value(Statement& statement, int parameter, Time time) {
  statement.bind_integer(parameter, to_unix_ms(time));
}
inline void bind_value(Statement& statement, int parameter, Milliseconds duration) {
  statement.bind_integer(parameter, duration.count());
}
template <typename Kind>
void bind_value(Statement& statement, int parameter, model::Id<Kind> id) {
  statement.bind_integer(parameter, id.value);
}

// Arrays, for unnest().
inline void bind_value(Statement& statement, int parameter,
                       std::span<const std::int64_t> values) {
  statement.bind_integers(parameter, values);
}
inline void bind_value(Statement& statement, int parameter,
                       std::span<const std::string_view> values) {
  statement.bind_texts(parameter, values);
}
inline void bind_value(Statement& statement, int parameter, Blobs blobs) {
  statement.bind_blobs(parameter, blobs.values);
}
template <typename Kind>
void bind_value(Statement& statement, int parameter,
                std::span<const model::Id<Kind>> ids) {
  static_assert(sizeof(model::Id<Kind>) == sizeof(std::int64_t));
  const auto* first = ids.empty() ? nullptr : &ids.front().value;
  statement.bind_integers(parameter, {first, ids.size()});
}
template <typename Kind>
void bind_value(Statement& statement, int parameter,
                const std::vector<model::Id<Kind>>& ids) {
  bind_value(statement, parameter, std::span<const model::Id<Kind>>(ids));
}

template <typename Value>
void bind_value(Statement& statement, int parameter,
                const std::optional<Value>& value) {
  if (value) {
    bind_value(statement, parameter, *value);
  } else {
    statement.bind_null(parameter);
  }
}

bool read_column(const Statement& row, int column, model::SourceKind& kind);
bool read_column(const Statement& row, int column, model::SourceState& state);
bool read_column(const Statement& row, int column, model::VisitKind& kind);
bool read_column(const Statement& row, int column, model::FetchOutcome& outcome);
bool read_column(const Statement& row, int column, model::Objective& objective);
bool read_column(const Statement& row, int column, model::Rendering& rendering);
bool read_column(const Statement& row, int column, model::PageType& type);
bool read_column(const Statement& row, int column, model::Remark& remark);
bool read_column(const Statement& row, int column, model::DueReason& reason);
bool read_column(const Statement& row, int column, model::Role& role);
bool read_column(const Statement& row, int column, model::ListAction& action);
bool read_column(const Statement& row, int column, model::Channel& channel);
bool read_column(const Statement& row, int column, model::DigestKind& kind);
bool read_column(const Statement& row, int column, model::DeliveryKind& kind);
bool read_column(const Statement& row, int column, model::DeliveryState& state);
bool read_column(const Statement& row, int column, model::Scope& scope);
bool read_column(const Statement& row, int column, model::KeyKind& kind);
bool read_column(const Statement& row, int column, model::LinkKind& kind);

inline bool read_column(const Statement& row, int column, std::string& text) {
  text = row.bytes(column);
  return true;
}
inline bool read_column(const Statement& row, int column, model::SealedText& text) {
  text = model::SealedText::as_kept(std::string(row.bytes(column)));
  return true;
}
// Borrowed: gone with the row.
inline bool read_column(const Statement& row, int column, std::string_view& text) {
  text = row.bytes(column);
  return true;
}
template <std::integral Integer>
bool read_column(const Statement& row, int column, Integer& value) {
  value = static_cast<Integer>(row.integer(column));
  return true;
}
inline bool read_column(const Statement& row, int column, Time& time) {
  time = from_unix_ms(row.integer(column));
  return true;
}
inline bool read_column(const Statement& row, int column, Milliseconds& duration) {
  duration = Milliseconds(row.integer(column));
  return true;
}
template <typename Kind>
bool read_column(const Statement& row, int column, model::Id<Kind>& id) {
  id.value = row.integer(column);
  return true;
}
template <typename Value>
bool read_column(const Statement& row, int column, std::optional<Value>& value) {
  if (row.is_null(column)) {
    value.reset();
    return true;
  }
  return read_column(row, column, value.emplace());
}

}  // namespace curlew::store
