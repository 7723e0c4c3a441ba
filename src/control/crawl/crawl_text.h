// What the frontier knows of a topic, as text for the store: a line for each number, so
// that people can read it and a later release can add some.

#pragma once

#include <string>
#include <string_view>

#include "frontier/crawl_page.h"
#include "model/topic.h"
#include "store/crawl_pages.h"

namespace curlew::control {

std::string to_text(const frontier::CrawlTopicState& state);
// Lines that are not known, or not numbers, are passed over. Its topic is for the
// caller to say.
frontier::CrawlTopicState parse_crawl_state(std::string_view text);

// For people. The frontiers as they are: those of the phase's beginning, and `waiting`
// links beside them.
model::TopicPhase to_topic_phase(const frontier::PhaseReport& phase,
                                 std::uint64_t waiting);

// A page's row in the words of both; topic, owner and site are for the caller to say.
store::CrawlPageRow to_row(const frontier::CrawlPageState& state);
frontier::CrawlPageState to_state(const store::CrawlPageRow& row);

}  // namespace curlew::control
