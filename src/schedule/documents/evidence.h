// How much likelier a change has become than a document's own past says, learned while
// the visits are made.
//
// Each kind of evidence is put into a cell of a small table of log-odds. Their sum
// tilts the hazard: with S = P(unchanged) by its own past, P(changed) = 1 - S^M, M =
// exp(sum). After each visit every cell moves a little towards what was found.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/documents/neighbour_visits.h"

namespace curlew::schedule::documents {

// One cell of each table.
struct Cells {
  static constexpr std::size_t kTables = 5;
  std::array<std::uint8_t, kTables> cell = {};
};

// A document's own rhythm: the span of days since its last visit with what the last two
// visits found.
std::uint8_t habit_cell(double days, unsigned last_bits);

// `host_ratio`: changes found lately on its host over those that were expected.
Cells cells_of(const NeighbourVisits& siblings, const NeighbourVisits& cousins,
               double host_ratio, std::uint8_t habit);

class EvidenceTables {
 public:
  EvidenceTables();

  // M. Between e^-3 and e^3.4, whatever was learned.
  double multiplier(const Cells& cells) const;
  void learn(const Cells& cells, bool changed, double predicted);

  std::string to_bytes() const;
  // False, and nothing learned, when they are of another size or hold no numbers.
  bool restore(std::string_view bytes);

 private:
  struct Cell {
    float log_odds = 0;
    float visits = 0;
  };
  std::array<std::vector<Cell>, Cells::kTables> tables_;
};

}  // namespace curlew::schedule::documents
