// The tree of a boolean query as a row of 32-bit numbers, parents before children: the
// kind in the upper three bits, below it an atom (leaf) or the size of the whole part
// in numbers (all others).

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace curlew::match {

enum class Operation : std::uint32_t { kLeaf, kNot, kAnd, kOr };

inline constexpr std::uint32_t kOperandBits = 29;
inline constexpr std::uint32_t kMaxOperand = (1U << kOperandBits) - 1;

inline std::uint32_t instruction(Operation operation, std::uint32_t operand) {
  return std::uint32_t(operation) << kOperandBits | operand;
}
inline Operation operation_of(std::uint32_t instruction) {
  return Operation(instruction >> kOperandBits);
}
inline std::uint32_t operand_of(std::uint32_t instruction) {
  return instruction & kMaxOperand;
}
inline std::size_t size_at(std::span<const std::uint32_t> program) {
  if (operation_of(program[0]) == Operation::kLeaf) return 1;
  return operand_of(program[0]);
}

// What stands before the tree of a query in a set: its id (query_ids.h), and its place
// in Workspace::evaluated_.
inline constexpr std::size_t kHeaderSize = 2;

// A query that an atom triggers. Most boolean queries are some words that must be
// there, some that must not, and some of which one must be. These are rows, and need no
// tree. The first number of a row tells:
//   below kIsTree        how many atoms the row has of each kind, ten bits for a kind.
//                        The id follows (query_ids.h), then the atoms: the optional
//                        ones, which only matter for the hit's position, those that
//                        must be there (without the trigger), and those that must not
//   else                 where the tree begins
//
// Of several words one of which must be there, each triggers a row of its own, in which
// those before it must not be there and those behind it are optional: whatever is
// found, one row is true, and nobody needs to remember which queries were answered.
inline constexpr std::uint32_t kIsTree = 1U << 31;
inline constexpr std::uint32_t kCountBits = 10;
inline constexpr std::uint32_t kMostOfKind = (1U << kCountBits) - 1;

struct Row {
  std::uint32_t id = 0;
  // Optional and wanted: what the position of a hit is found from.
  std::span<const std::uint32_t> placed;
  std::span<const std::uint32_t> wanted;
  std::span<const std::uint32_t> unwanted;
};

inline std::uint32_t row_header(std::size_t optional, std::size_t wanted,
                                std::size_t unwanted) {
  return std::uint32_t(optional << 2 * kCountBits | wanted << kCountBits | unwanted);
}

// Reads a row, and moves behind it.
inline Row take_row(const std::uint32_t*& record) {
  const std::uint32_t header = record[0];
  const std::uint32_t optional = header >> 2 * kCountBits;
  const std::uint32_t wanted = header >> kCountBits & kMostOfKind;
  const std::uint32_t unwanted = header & kMostOfKind;
  const std::uint32_t* const atoms = record + 2;
  record = atoms + optional + wanted + unwanted;
  return {.id = atoms[-1],
          .placed = {atoms, optional + wanted},
          .wanted = {atoms + optional, wanted},
          .unwanted = {atoms + optional + wanted, unwanted}};
}

// A phrase of the pair of words that leads to it: its atom, how it lies around the
// pair, and its other words.
struct PairedPhrase {
  std::uint32_t atom = 0;
  std::uint32_t size = 0;
  // Which of its words is the first of the pair.
  std::uint32_t pair = 0;
  bool is_last_of_pair = false;
  std::span<const std::uint32_t> others;
};

inline constexpr std::uint32_t kPhraseSizeBits = 15;
inline constexpr std::uint32_t kLongestPhrase = (1U << kPhraseSizeBits) - 1;

inline void append_phrase(const PairedPhrase& phrase, auto& numbers) {
  numbers.push_back(phrase.atom);
  numbers.push_back(std::uint32_t(phrase.is_last_of_pair) << 2 * kPhraseSizeBits |
                    phrase.pair << kPhraseSizeBits | phrase.size);
  numbers.insert(numbers.end(), phrase.others.begin(), phrase.others.end());
}

// Reads a phrase, and moves behind it.
inline PairedPhrase take_phrase(const std::uint32_t*& record) {
  const std::uint32_t header = record[1];
  const std::uint32_t size = header & kLongestPhrase;
  PairedPhrase phrase{.atom = record[0],
                      .size = size,
                      .pair = header >> kPhraseSizeBits & kLongestPhrase,
                      .is_last_of_pair = header >> 2 * kPhraseSizeBits != 0,
                      .others = {record + 2, size - 2}};
  record += size;
  return phrase;
}

// Stops as soon as the answer is known.
template <typename IsFound>
bool evaluate(std::span<const std::uint32_t> program, const IsFound& is_found) {
  const Operation operation = operation_of(program[0]);
  if (operation == Operation::kLeaf) return is_found(operand_of(program[0]));
  if (operation == Operation::kNot) return !evaluate(program.subspan(1), is_found);
  const bool decides = operation == Operation::kOr;
  const std::size_t size = operand_of(program[0]);
  for (std::size_t at = 1; at < size; at += size_at(program.subspan(at))) {
    if (evaluate(program.subspan(at), is_found) == decides) return decides;
  }
  return !decides;
}

// Calls visit(atom) for each leaf that is not below a NOT.
template <typename Visit>
void for_each_wanted(std::span<const std::uint32_t> program, const Visit& visit,
                     bool is_negated = false) {
  const Operation operation = operation_of(program[0]);
  if (operation == Operation::kLeaf) {
    if (!is_negated) visit(operand_of(program[0]));
    return;
  }
  if (operation == Operation::kNot) is_negated = !is_negated;
  const std::size_t size = operand_of(program[0]);
  for (std::size_t at = 1; at < size; at += size_at(program.subspan(at)))
    for_each_wanted(program.subspan(at), visit, is_negated);
}

}  // namespace curlew::match
