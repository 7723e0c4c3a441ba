// The tree of a boolean query as a row of 32-bit numbers, parents before children: the
// kind in the upper three bits, below it an atom (leaf) or the size of the whole part
// in numbers (all others).

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

// What stands before the tree of a query in a set: its id in two numbers, and its place
// in Workspace::evaluated_.
inline constexpr std::size_t kHeaderSize = 3;

inline void append_id(std::int64_t id, std::vector<std::uint32_t>& out) {
  out.push_back(std::uint32_t(std::uint64_t(id)));
  out.push_back(std::uint32_t(std::uint64_t(id) >> 32));
}
inline std::int64_t id_at(const std::uint32_t* numbers) {
  return std::int64_t(std::uint64_t(numbers[1]) << 32 | numbers[0]);
}

// A query that an atom triggers. Most boolean queries are some words that must be
// there, some that must not, and some of which one must be: these are rows of atoms,
// and need no tree. The first number tells:
//   below kIsTree        a row: how many must not be there from bit 16 on, how many
//   must
//                        below bit 15. The id follows in two numbers; with
//                        kHasAlternatives, the place in Workspace::evaluated_ and how
//                        many alternatives there are; then the atoms that must be there
//                        (without the trigger), that must not, and the alternatives
//   else                 where the tree begins
inline constexpr std::uint32_t kIsTree = 1U << 31;
inline constexpr std::uint32_t kHasAlternatives = 1U << 15;

struct Row {
  std::int64_t id = 0;
  bool has_alternatives = false;
  // Of a row with alternatives.
  std::uint32_t number = 0;
  std::span<const std::uint32_t> wanted;
  std::span<const std::uint32_t> unwanted;
  std::span<const std::uint32_t> alternatives;
};

// Reads a row, and moves behind it.
inline Row take_row(const std::uint32_t*& record) {
  const std::uint32_t header = *record;
  Row row{.id = id_at(record + 1),
          .has_alternatives = (header & kHasAlternatives) != 0};
  record += 3;
  std::size_t alternatives = 0;
  if (row.has_alternatives) {
    row.number = record[0];
    alternatives = record[1];
    record += 2;
  }
  const auto take = [&record](std::size_t size) {
    record += size;
    return std::span(record - size, size);
  };
  row.wanted = take(header & (kHasAlternatives - 1));
  row.unwanted = take(header >> 16);
  row.alternatives = take(alternatives);
  return row;
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
