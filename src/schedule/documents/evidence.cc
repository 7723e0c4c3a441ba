#include "schedule/documents/evidence.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace curlew::schedule::documents {
namespace {

constexpr double kChangedCuts[] = {0, .15, .4, .8, 1.6, 4};
constexpr double kUnchangedCuts[] = {.15, .8, 2.5};
constexpr double kExpectedCuts[] = {.05, .15, .4, .8, 1.6, 4};
constexpr double kRatioCuts[] = {.3, .5, .75, 1.1, 1.6, 2.5, 4};
constexpr double kDaysCuts[] = {1, 2, 4, 8, 16, 32, 64};

constexpr std::size_t kChangedBins = std::size(kChangedCuts) + 1;
constexpr std::size_t kUnchangedBins = std::size(kUnchangedCuts) + 1;
constexpr std::size_t kExpectedBins = std::size(kExpectedCuts) + 1;
constexpr std::size_t kBits = 4;  // The last two visits.

enum Table { kSiblings, kSiblingsExpected, kCousins, kHost, kHabit };
constexpr std::size_t kSizes[Cells::kTables] = {
    kChangedBins * kUnchangedBins,          kChangedBins* kExpectedBins,
    kChangedBins*((kExpectedBins + 1) / 2), std::size(kRatioCuts) + 1,
    (std::size(kDaysCuts) + 1) * kBits,
};

constexpr double kLeastTilt = -3;
constexpr double kMostTilt = 3.4;
// A step is 8 / (200 + .3 * visits of the cell): quick at first, and it never stops.
constexpr float kStep = 8;
constexpr float kPatience = 200;
constexpr float kSlowing = 0.3f;
// So that no cell takes years to come back from what was true once.
constexpr float kMostOfACell = 4;

std::size_t bin(std::span<const double> cuts, double value) {
  std::size_t i = 0;
  while (i < cuts.size() && value > cuts[i]) ++i;
  return i;
}

}  // namespace

std::uint8_t habit_cell(double days, unsigned last_bits) {
  return std::uint8_t(bin(kDaysCuts, days) * kBits + last_bits % kBits);
}

Cells cells_of(const NeighbourVisits& siblings, const NeighbourVisits& cousins,
               double host_ratio, std::uint8_t habit) {
  const std::size_t near = bin(kChangedCuts, siblings.changed);
  Cells cells;
  cells.cell[kSiblings] =
      std::uint8_t(near * kUnchangedBins + bin(kUnchangedCuts, siblings.unchanged));
  cells.cell[kSiblingsExpected] =
      std::uint8_t(near * kExpectedBins + bin(kExpectedCuts, siblings.expected));
  cells.cell[kCousins] =
      std::uint8_t(bin(kChangedCuts, cousins.changed) * ((kExpectedBins + 1) / 2) +
                   bin(kExpectedCuts, cousins.expected) / 2);
  cells.cell[kHost] = std::uint8_t(bin(kRatioCuts, host_ratio));
  cells.cell[kHabit] = habit;
  return cells;
}

EvidenceTables::EvidenceTables() {
  for (std::size_t t = 0; t < Cells::kTables; ++t) tables_[t].resize(kSizes[t]);
}

double EvidenceTables::multiplier(const Cells& cells) const {
  double sum = 0;
  for (std::size_t t = 0; t < Cells::kTables; ++t) {
    sum += tables_[t][cells.cell[t]].log_odds;
  }
  return std::exp(std::clamp(sum, kLeastTilt, kMostTilt));
}

void EvidenceTables::learn(const Cells& cells, bool changed, double predicted) {
  const auto surprise = float((changed ? 1 : 0) - predicted);
  for (std::size_t t = 0; t < Cells::kTables; ++t) {
    Cell& cell = tables_[t][cells.cell[t]];
    ++cell.visits;
    const float step = kStep / (kPatience + kSlowing * cell.visits);
    cell.log_odds =
        std::clamp(cell.log_odds + step * surprise, -kMostOfACell, kMostOfACell);
  }
}

std::string EvidenceTables::to_bytes() const {
  std::string bytes;
  for (const auto& table : tables_) {
    bytes.append(reinterpret_cast<const char*>(table.data()),
                 table.size() * sizeof(Cell));
  }
  return bytes;
}

bool EvidenceTables::restore(std::string_view bytes) {
  if (bytes.size() != to_bytes().size()) return false;
  EvidenceTables read;
  for (auto& table : read.tables_) {
    std::memcpy(table.data(), bytes.data(), table.size() * sizeof(Cell));
    bytes.remove_prefix(table.size() * sizeof(Cell));
    const bool sound = std::all_of(table.begin(), table.end(), [](const Cell& cell) {
      return std::isfinite(cell.log_odds) && cell.visits >= 0;
    });
    if (!sound) return false;
  }
  *this = std::move(read);
  return true;
}

}  // namespace curlew::schedule::documents
