// What people write about their hobbies: the texts of sites that link to each other
// (sim/web/ring.h). Two of the hobbies are looked for in the demo, two are not.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/prose/grammar.h"

namespace curlew::sim {

enum class Hobby { kSailing, kGardening, kAstronomy, kCooking };
inline constexpr std::array kHobbies = {Hobby::kSailing, Hobby::kGardening,
                                        Hobby::kAstronomy, Hobby::kCooking};

// "sailing"
std::string_view hobby_name(Hobby hobby);

// The phrases of all of them. Built once, for the life of the program.
const Grammar& hobby_grammar();

// The same words for the same arguments, on every machine.
std::string write_hobby_title(Hobby hobby, std::uint64_t seed);
// So many sentences, none of them twice.
std::string write_hobby_paragraph(Hobby hobby, std::uint64_t seed,
                                  std::size_t sentences);

}  // namespace curlew::sim
