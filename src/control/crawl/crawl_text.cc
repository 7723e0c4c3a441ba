#include "control/crawl/crawl_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>

namespace curlew::control {
namespace {

using frontier::CrawlTopicState;
using frontier::PhaseReport;

// Each number of a phase under its name, both ways.
template <typename Phase, typename Take>
void each_crawl_number(Phase& phase, Take take) {
  take("phase", phase.phase);
  take("dynamic_pages", phase.dynamic_pages);
  take("static_pages", phase.static_pages);
  take("waiting_links", phase.waiting_links);
  take("tried", phase.tried);
  take("known_tried", phase.known_tried);
  take("downloaded", phase.downloaded);
  take("revisited", phase.revisited);
  take("failed", phase.failed);
  take("relevant", phase.relevant);
  take("newly_relevant", phase.newly_relevant);
  take("for_other_topics", phase.for_other_topics);
  take("taken_over", phase.taken_over);
  take("duplicates", phase.duplicates);
  take("structural", phase.structural);
  take("textual", phase.textual);
  take("moved", phase.moved);
  take("dropped", phase.dropped);
  take("links", phase.links);
}

template <typename Number>
std::optional<Number> crawl_number(std::string_view text) {
  Number number{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<float> crawl_floats(std::string_view text) {
  std::vector<float> floats;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (const auto number = crawl_number<float>(text.substr(0, end))) {
      floats.push_back(*number);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return floats;
}

void read_crawl_line(std::string_view name, std::string_view value,
                     CrawlTopicState& state) {
  PhaseReport& phase = state.phase;
  each_crawl_number(phase, [&](std::string_view of, std::uint32_t& number) {
    if (name == of) number = crawl_number<std::uint32_t>(value).value_or(number);
  });
  const auto time = [&](Time& of) {
    if (const auto ms = crawl_number<std::int64_t>(value)) of = from_unix_ms(*ms);
  };
  if (name == "began") time(phase.began);
  if (name == "ended") time(phase.ended);
  if (name == "threshold") {
    phase.threshold = crawl_number<double>(value).value_or(phase.threshold);
  }
  if (name == "is_active") state.is_active = value == "1";
  if (name == "kept") {
    state.kept = crawl_number<std::uint32_t>(value).value_or(state.kept);
  }
  if (name == "similarity_sum") {
    state.similarity_sum = crawl_number<double>(value).value_or(state.similarity_sum);
  }
  if (name == "learned") state.learned = crawl_floats(value);
}

template <typename Small>
Small at_most(std::uint32_t number) {
  return static_cast<Small>(
      std::min<std::uint32_t>(number, std::numeric_limits<Small>::max()));
}

}  // namespace

std::string to_text(const CrawlTopicState& state) {
  std::string text;
  const auto line = [&](std::string_view name, const auto& value) {
    text += fmt::format("{} {}\n", name, value);
  };
  each_crawl_number(state.phase, line);
  line("began", to_unix_ms(state.phase.began));
  line("ended", to_unix_ms(state.phase.ended));
  line("threshold", state.phase.threshold);
  line("is_active", state.is_active ? 1 : 0);
  line("kept", state.kept);
  line("similarity_sum", state.similarity_sum);
  if (!state.learned.empty())
    line("learned", fmt::format("{}", fmt::join(state.learned, " ")));
  return text;
}

CrawlTopicState parse_crawl_state(std::string_view text) {
  CrawlTopicState state;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    read_crawl_line(line.substr(0, space),
                    line.substr(std::min(space + 1, line.size())), state);
  }
  return state;
}

model::TopicPhase to_topic_phase(const PhaseReport& phase, std::uint64_t waiting) {
  model::TopicPhase out;
  out.number = phase.phase;
  out.began = phase.began;
  if (phase.ended != Time()) out.ended = phase.ended;
  out.downloaded = phase.downloaded;
  out.relevant = phase.relevant;
  out.duplicates = phase.duplicates;
  out.structural = phase.structural;
  out.textual = phase.textual;
  out.moved = phase.moved;
  out.dropped = phase.dropped;
  out.dynamic_size = phase.dynamic_pages;
  out.static_size = phase.static_pages + waiting;
  out.threshold = phase.threshold;
  return out;
}

store::CrawlPageRow to_row(const frontier::CrawlPageState& state) {
  store::CrawlPageRow row;
  row.id = {static_cast<std::int64_t>(state.page)};
  row.standing = static_cast<store::CrawlStanding>(state.standing);
  row.depth = state.depth;
  row.off_topic = state.off_topic;
  row.area = static_cast<std::uint32_t>(state.area);
  row.similarity = state.similarity;
  row.anchor_similarity = state.anchor_similarity;
  row.parent_similarity = state.parent_similarity;
  row.mentions = state.mentions;
  row.link_class = state.link_class;
  row.structural = state.structural;
  row.textual = state.textual;
  row.visits = state.visits;
  row.changes = state.changes;
  row.failures = state.failures;
  row.first_visit = state.first_visit;
  row.last_visit = state.last_visit;
  row.phase = state.phase_visited;
  return row;
}

frontier::CrawlPageState to_state(const store::CrawlPageRow& row) {
  frontier::CrawlPageState state;
  state.page = frontier::PageId{row.id.value};
  state.standing = static_cast<frontier::PageStanding>(row.standing);
  state.depth = at_most<std::uint16_t>(row.depth);
  state.off_topic = at_most<std::uint8_t>(row.off_topic);
  state.area =
      row.area == 1 ? frontier::LinkArea::kHub : frontier::LinkArea::kInformational;
  state.similarity = static_cast<float>(row.similarity);
  state.anchor_similarity = static_cast<float>(row.anchor_similarity);
  state.parent_similarity = static_cast<float>(row.parent_similarity);
  state.mentions = at_most<std::uint8_t>(row.mentions);
  state.link_class = at_most<std::uint8_t>(row.link_class);
  state.structural = at_most<std::uint16_t>(row.structural);
  state.textual = at_most<std::uint16_t>(row.textual);
  state.visits = at_most<std::uint16_t>(row.visits);
  state.changes = at_most<std::uint16_t>(row.changes);
  state.failures = at_most<std::uint8_t>(row.failures);
  state.first_visit = row.first_visit;
  state.last_visit = row.last_visit;
  state.phase_visited = row.phase;
  return state;
}

static_assert(static_cast<int>(frontier::PageStanding::kGone) ==
              static_cast<int>(store::CrawlStanding::kGone));

}  // namespace curlew::control
