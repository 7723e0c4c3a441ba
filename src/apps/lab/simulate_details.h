// What `lab simulate` says of documents beside the row of each policy: recall and
// precision by class of change rate and over time, and one document's captures.

#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "sim/replay/captures.h"
#include "sim/replay/change_classes.h"
#include "sim/replay/contest.h"

namespace curlew::apps {

// One document under one policy.
struct FollowedDocument {
  std::int64_t source = 0;
  std::vector<Time> changes;
  sim::Captures captures;
};

// Of the first sample.
struct SimulatedDetails {
  std::vector<sim::ChangeClass> classes;
  std::vector<sim::Period> over_time;
  std::vector<FollowedDocument> followed;
};

SimulatedDetails details_of(const sim::Sample& sample, const sim::Entry& entry);

// A document that is typical of what one can see: its number of changes is the nearest
// to twenty.
std::size_t typical_document(const sim::Sample& sample);

// Tables with a column for each policy.
void print_details(const std::vector<std::string>& policies,
                   const std::vector<SimulatedDetails>& details, std::FILE* out);
// Members of an object, each with a comma before it.
std::string to_json(const SimulatedDetails& details);

}  // namespace curlew::apps
