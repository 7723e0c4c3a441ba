#include "sim/replay/change_classes.h"

#include <array>

namespace curlew::sim {
namespace {

using std::chrono::days;

struct Class {
  const char* name;
  Milliseconds below;  // Mean interval between changes.
};
constexpr std::array<Class, 8> kClasses{{{"< 2 d", days(2)},
                                         {"2-7 d", days(7)},
                                         {"7-14 d", days(14)},
                                         {"14-30 d", days(30)},
                                         {"1-2 m", days(61)},
                                         {"2-4 m", days(122)},
                                         {"4-6 m", days(182)},
                                         {"> 6 m", Milliseconds::max()}}};

std::size_t class_of(const SourceCounts& source, Milliseconds length) {
  const Milliseconds interval = length / source.events;
  std::size_t place = 0;
  while (interval >= kClasses[place].below) ++place;
  return place;
}

}  // namespace

std::vector<ChangeClass> by_change_class(const Scorecard& card,
                                         Milliseconds scored_time) {
  std::vector<ChangeClass> classes;
  for (const Class& each : kClasses) classes.push_back({each.name, 0, {}});
  for (const SourceCounts& source : card.sources) {
    if (source.events == 0) continue;
    ChangeClass& all = classes[class_of(source, scored_time)];
    ++all.documents;
    all.counts.events += source.events;
    all.counts.visits += source.visits;
    all.counts.found += source.found;
    all.counts.seen += source.seen;
  }
  return classes;
}

}  // namespace curlew::sim
