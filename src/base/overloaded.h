// One function object of several lambdas, for std::visit. Without a lambda that takes
// anything, a new alternative of the variant does not compile before every place has
// decided what to do with it:
//
//   std::visit(Overloaded{[](const Circle& c) { … }, [](const Square& s) { … }},
//   shape);

#pragma once

namespace curlew {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace curlew
