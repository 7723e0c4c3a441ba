// One source in full, for people; and what else commands tell of sources: problems with
// what to type against them, visits, how late we are.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/relative.h"
#include "apps/output/screen.h"
#include "apps/output/table.h"
#include "model/problem.h"
#include "service/lateness.h"
#include "service/snapshot.h"
#include "store/store.h"

namespace curlew::apps {

using api::relative;

// From publication to discovery; empty when the publication is unknown.
std::string delay_of(const store::ArticleRow& article);

// What a visit brought: how many articles, or "version: main text, data".
std::string news_of(const store::VisitRow& visit);

// With or without a column that says of which source.
enum class OfSource { kOne, kAny };
Table visit_table(const std::vector<store::VisitRow>& visits, OfSource of);

// A name and a value; nothing when the value is empty.
void print_fact(const Screen& screen, std::string_view name, std::string_view value);

// How late we were, a line for each day; nothing where there is none.
void print_lateness(const Screen& screen,
                    const std::vector<service::DayLateness>& days);

// The reason, and below it the cure. What the Web said in them is made safe.
void print_problem(const Screen& screen, const model::Problem& problem);

// Some lines for each source. Those in trouble for good are called "failing" or "gone",
// those whose last visit alone went wrong "failed".
void print_problems(const Screen& screen,
                    const std::vector<store::WatchedSource>& sources, Time now);

// On stderr: sources that are fetched, and that nobody sees any more.
void say_who_is_unseen(const std::vector<store::WatchedSource>& sources);

// `other_folders` as service::other_folders().
void print_detail(const Screen& screen, const service::SourceDetail& detail,
                  const std::vector<std::string>& other_folders);

}  // namespace curlew::apps
