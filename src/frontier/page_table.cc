#include "frontier/page_table.h"

namespace curlew::frontier {

CrawlPageState to_state(const PageRecord& record) {
  CrawlPageState state;
  state.page = record.page;
  state.topic = record.topic;
  state.owner = record.owner;
  state.site = record.site;
  state.standing = record.standing;
  state.depth = record.depth;
  state.off_topic = record.off_topic;
  state.area = record.area;
  state.similarity = record.similarity;
  state.anchor_similarity = record.anchor_similarity;
  state.parent_similarity = record.parent_similarity;
  state.importance = record.importance;
  state.mentions = record.mentions;
  state.link_class = record.link_class;
  state.structural = record.structural;
  state.textual = record.textual;
  state.visits = record.visits;
  state.changes = record.changes;
  state.failures = record.failures;
  state.first_visit = from_unix_seconds(record.first_visit);
  state.last_visit = from_unix_seconds(record.last_visit);
  state.phase_visited = record.phase_visited;
  if (record.hinted != 0) state.hinted = from_unix_seconds(record.hinted);
  return state;
}

PageRecord to_record(const CrawlPageState& state) {
  PageRecord record;
  record.page = state.page;
  record.topic = state.topic;
  record.owner = state.owner;
  record.site = state.site;
  record.standing = state.standing;
  record.depth = state.depth;
  record.off_topic = state.off_topic;
  record.area = state.area;
  record.similarity = state.similarity;
  record.anchor_similarity = state.anchor_similarity;
  record.parent_similarity = state.parent_similarity;
  record.importance = state.importance;
  record.mentions = state.mentions;
  record.link_class = state.link_class;
  record.structural = state.structural;
  record.textual = state.textual;
  record.visits = state.visits;
  record.changes = state.changes;
  record.failures = static_cast<std::uint8_t>(std::min<int>(state.failures, 127)) & 127;
  record.first_visit = to_second(state.first_visit);
  record.last_visit = to_second(state.last_visit);
  record.phase_visited = state.phase_visited;
  record.hinted = to_second(state.hinted);
  return record;
}

}  // namespace curlew::frontier
