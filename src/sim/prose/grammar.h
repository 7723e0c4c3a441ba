// Text from a grammar: small books of phrases that make up plausible news, the same for
// the same seed.
//
// A grammar is text. A line at the margin names a symbol; the indented lines below it
// are its alternatives, in which {symbol} stands for one of that symbol's alternatives:
//
//   city!
//     Northport
//   headline
//     {city} votes on {plan}
//
// A symbol marked with '!' is chosen once a story, so that an article stays in the city
// of its headline. Lines that begin with '#' are comments.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace curlew::sim {

class Grammar {
 public:
  struct Symbol {
    bool once_a_story = false;
    std::vector<std::string> alternatives;
  };

  // The text is part of the program: a mistake in it is a bug and ends the program.
  explicit Grammar(std::string_view text);

  bool has(std::string_view name) const { return symbols_.contains(name); }
  const Symbol& symbol(std::string_view name) const;

  // Every {symbol} is defined, none is empty, none leads back to itself: what a test
  // asks of the program's own grammars. Returns the first mistake, or "".
  std::string first_mistake() const;

 private:
  std::map<std::string, Symbol, std::less<>> symbols_;
};

// Tells one story out of a grammar. The grammar must outlive it. Not thread-safe.
class Storyteller {
 public:
  Storyteller(const Grammar& grammar, Random random)
      : grammar_(grammar), random_(random) {}

  // One expansion of the symbol.
  std::string tell(std::string_view symbol);

  // One that begins from an alternative not used so far; nullopt when all were. Keeps
  // an article from saying the same twice with other figures.
  std::optional<std::string> tell_anew(std::string_view symbol);

 private:
  std::string expand(std::string_view text, int depth);
  std::string choose(std::string_view name, int depth);

  const Grammar& grammar_;
  Random random_;
  std::map<std::string, std::string, std::less<>> chosen_;
  // Alternatives used by tell_anew().
  std::set<const std::string*> told_;
};

}  // namespace curlew::sim
