#include "store/columns.h"

#include <algorithm>
#include <initializer_list>

namespace curlew::store {
namespace {

using model::Objective;
using model::Rendering;
using model::SourceKind;
using model::SourceState;
using model::VisitKind;

constexpr std::initializer_list<SourceState> kStates{
    SourceState::kActive, SourceState::kPaused, SourceState::kFailing,
    SourceState::kGone, SourceState::kStopped};

// The one of `all` that the model calls so.
template <typename Enum>
bool read_name(std::initializer_list<Enum> all, std::string_view name, Enum& value) {
  const auto found =
      std::ranges::find(all, name, [](Enum each) { return model::to_string(each); });
  if (found == all.end()) return false;
  value = *found;
  return true;
}

template <typename Enum>
bool take(std::optional<Enum> known, Enum& value) {
  if (known) value = *known;
  return known.has_value();
}

}  // namespace

std::string states_where(bool (*rule)(model::SourceState)) {
  std::string list;
  for (const SourceState state : kStates) {
    if (!rule(state)) continue;
    list += list.empty() ? "('" : ", '";
    list.append(to_string(state)) += '\'';
  }
  return list + ")";
}

void bind_value(Statement& statement, int parameter, std::string_view text) {
  statement.bind_text(parameter, text);
}
void bind_value(Statement& statement, int parameter, Blob blob) {
  statement.bind_blob(parameter, blob.bytes);
}
void bind_value(Statement& statement, int parameter, model::SourceKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
void bind_value(Statement& statement, int parameter, model::SourceState state) {
  statement.bind_text(parameter, to_string(state));
}
void bind_value(Statement& statement, int parameter, model::VisitKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
void bind_value(Statement& statement, int parameter, model::FetchOutcome outcome) {
  statement.bind_text(parameter, to_string(outcome));
}
void bind_value(Statement& statement, int parameter, model::Objective objective) {
  statement.bind_text(parameter, to_string(objective));
}
void bind_value(Statement& statement, int parameter, model::Rendering rendering) {
  statement.bind_text(parameter, to_string(rendering));
}
void bind_value(Statement& statement, int parameter, model::PageType type) {
  statement.bind_text(parameter, to_string(type));
}
void bind_value(Statement& statement, int parameter, model::Remark remark) {
  statement.bind_text(parameter, to_string(remark));
}
void bind_value(Statement& statement, int parameter, model::DueReason reason) {
  statement.bind_text(parameter, to_string(reason));
}
void bind_value(Statement& statement, int parameter, model::Role role) {
  statement.bind_text(parameter, to_string(role));
}
void bind_value(Statement& statement, int parameter, model::ListAction action) {
  statement.bind_text(parameter, to_string(action));
}
void bind_value(Statement& statement, int parameter, model::Channel channel) {
  statement.bind_text(parameter, to_string(channel));
}
void bind_value(Statement& statement, int parameter, model::DigestKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
void bind_value(Statement& statement, int parameter, model::DeliveryKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
void bind_value(Statement& statement, int parameter, model::DeliveryState state) {
  statement.bind_text(parameter, to_string(state));
}

bool read_column(const Statement& row, int column, model::SourceKind& kind) {
  return read_name({SourceKind::kAuto, SourceKind::kFeed, SourceKind::kPage,
                    SourceKind::kData, SourceKind::kSparql, SourceKind::kTopic},
                   row.bytes(column), kind);
}
bool read_column(const Statement& row, int column, model::SourceState& state) {
  return read_name(kStates, row.bytes(column), state);
}
bool read_column(const Statement& row, int column, model::VisitKind& kind) {
  return read_name({VisitKind::kSource, VisitKind::kArticlePage, VisitKind::kCrawlPage},
                   row.bytes(column), kind);
}
bool read_column(const Statement& row, int column, model::FetchOutcome& outcome) {
  return take(model::parse_fetch_outcome(row.bytes(column)), outcome);
}
bool read_column(const Statement& row, int column, model::Objective& objective) {
  return read_name({Objective::kDelay, Objective::kCapture, Objective::kFreshness},
                   row.bytes(column), objective);
}
bool read_column(const Statement& row, int column, model::Rendering& rendering) {
  return read_name({Rendering::kNever, Rendering::kAlways}, row.bytes(column),
                   rendering);
}
bool read_column(const Statement& row, int column, model::PageType& type) {
  return take(model::parse_page_type(row.bytes(column)), type);
}
bool read_column(const Statement& row, int column, model::Remark& remark) {
  return take(model::parse_remark(row.bytes(column)), remark);
}
bool read_column(const Statement& row, int column, model::DueReason& reason) {
  return take(model::parse_due_reason(row.bytes(column)), reason);
}
bool read_column(const Statement& row, int column, model::Role& role) {
  return take(model::parse_role(row.bytes(column)), role);
}
bool read_column(const Statement& row, int column, model::ListAction& action) {
  return take(model::parse_list_action(row.bytes(column)), action);
}
bool read_column(const Statement& row, int column, model::Channel& channel) {
  return take(model::parse_channel(row.bytes(column)), channel);
}
bool read_column(const Statement& row, int column, model::DigestKind& kind) {
  return take(model::parse_digest_kind(row.bytes(column)), kind);
}
bool read_column(const Statement& row, int column, model::DeliveryKind& kind) {
  return take(model::parse_delivery_kind(row.bytes(column)), kind);
}
bool read_column(const Statement& row, int column, model::DeliveryState& state) {
  return take(model::parse_delivery_state(row.bytes(column)), state);
}

void bind_value(Statement& statement, int parameter, model::Scope scope) {
  statement.bind_text(parameter, to_string(scope));
}
void bind_value(Statement& statement, int parameter, model::KeyKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
void bind_value(Statement& statement, int parameter, model::LinkKind kind) {
  statement.bind_text(parameter, to_string(kind));
}
bool read_column(const Statement& row, int column, model::Scope& scope) {
  return take(model::parse_scope(row.bytes(column)), scope);
}
bool read_column(const Statement& row, int column, model::KeyKind& kind) {
  return take(model::parse_key_kind(row.bytes(column)), kind);
}
bool read_column(const Statement& row, int column, model::LinkKind& kind) {
  return take(model::parse_link_kind(row.bytes(column)), kind);
}

}  // namespace curlew::store
