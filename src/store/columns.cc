#include "store/columns.h"

#include <array>
#include <utility>

namespace curlew::store {
namespace {

template <typename Enum, std::size_t Size>
using Names = std::array<std::pair<Enum, std::string_view>, Size>;

constexpr Names<model::SourceKind, 2> kSourceKinds{{
    {model::SourceKind::kAuto, "auto"},
    {model::SourceKind::kFeed, "feed"},
}};
constexpr Names<model::SourceState, 4> kSourceStates{{
    {model::SourceState::kActive, "active"},
    {model::SourceState::kPaused, "paused"},
    {model::SourceState::kFailing, "failing"},
    {model::SourceState::kGone, "gone"},
}};
constexpr Names<model::VisitKind, 2> kVisitKinds{{
    {model::VisitKind::kSource, "source"},
    {model::VisitKind::kArticlePage, "page"},
}};

template <typename Enum, std::size_t Size>
std::string_view name_of(const Names<Enum, Size>& names, Enum value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return "unknown";
}

template <typename Enum, std::size_t Size>
bool read_name(const Names<Enum, Size>& names, std::string_view text, Enum& value) {
  for (const auto& [known, name] : names) {
    if (name == text) {
      value = known;
      return true;
    }
  }
  return false;
}

}  // namespace

void bind_value(Statement& statement, int parameter, std::string_view text) {
  statement.bind_text(parameter, text);
}
void bind_value(Statement& statement, int parameter, Blob blob) {
  statement.bind_blob(parameter, blob.bytes);
}
void bind_value(Statement& statement, int parameter, model::SourceKind kind) {
  statement.bind_text(parameter, name_of(kSourceKinds, kind));
}
void bind_value(Statement& statement, int parameter, model::SourceState state) {
  statement.bind_text(parameter, name_of(kSourceStates, state));
}
void bind_value(Statement& statement, int parameter, model::VisitKind kind) {
  statement.bind_text(parameter, name_of(kVisitKinds, kind));
}
void bind_value(Statement& statement, int parameter, model::FetchOutcome outcome) {
  statement.bind_text(parameter, to_string(outcome));
}

bool read_column(const Statement& row, int column, model::SourceKind& kind) {
  return read_name(kSourceKinds, row.bytes(column), kind);
}
bool read_column(const Statement& row, int column, model::SourceState& state) {
  return read_name(kSourceStates, row.bytes(column), state);
}
bool read_column(const Statement& row, int column, model::VisitKind& kind) {
  return read_name(kVisitKinds, row.bytes(column), kind);
}
bool read_column(const Statement& row, int column, model::FetchOutcome& outcome) {
  const auto known = model::parse_fetch_outcome(row.bytes(column));
  if (known) outcome = *known;
  return known.has_value();
}

}  // namespace curlew::store
