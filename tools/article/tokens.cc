#include "tokens.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace curlew::tools {
namespace {

bool is_word_character(UChar32 c) {
  constexpr auto kLettersAndNumbers = U_GC_L_MASK | U_GC_N_MASK;
  return c == '_' || (U_GET_GC_MASK(c) & kLettersAndNumbers) != 0;
}

void append(UChar32 c, std::string& out) {
  char bytes[U8_MAX_LENGTH];
  int size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  out.append(bytes, std::size_t(size));
}

template <typename Use>
void for_each_character(std::string_view text, const Use& use) {
  const auto size = int(text.size());
  for (int at = 0; at < size;) {
    UChar32 c = 0;
    U8_NEXT(text.data(), at, size, c);
    use(c < 0 ? 0xFFFD : c);
  }
}

}  // namespace

Tokens tokens_of(std::string_view text, Case letters) {
  Tokens tokens;
  std::string token;
  const auto finish = [&] {
    if (!token.empty()) tokens.push_back(std::hash<std::string>{}(token));
    token.clear();
  };
  for_each_character(text, [&](UChar32 c) {
    if (!is_word_character(c)) return finish();
    append(letters == Case::kFolded ? u_tolower(c) : c, token);
  });
  finish();
  return tokens;
}

std::string squeezed(std::string_view text) {
  std::string out;
  bool is_space = false;
  for_each_character(text, [&](UChar32 c) {
    if (u_isUWhiteSpace(c)) {
      is_space = true;
      return;
    }
    if (is_space && !out.empty()) out += ' ';
    is_space = false;
    append(c, out);
  });
  return out;
}

}  // namespace curlew::tools
