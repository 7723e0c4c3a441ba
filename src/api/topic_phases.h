// How the crawls of topics go, phase by phase. Private to the pages.

#pragma once

#include <vector>

#include "api/html_writer.h"
#include "base/time.h"
#include "model/topic.h"
#include "service/snapshot.h"

namespace curlew::api {

// The harvest ratio as a curve, and the phases as a table, the newest first; nothing
// where none has begun.
void write_phases(HtmlWriter& html, const std::vector<model::TopicPhase>& phases,
                  Time now);

// A row for each topic: its last phase, and what became of pages in all of them.
void write_topics(HtmlWriter& html, const std::vector<service::TopicAtWork>& topics);

}  // namespace curlew::api
