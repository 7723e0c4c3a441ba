#include <benchmark/benchmark.h>

#include "parse/date.h"

namespace curlew::parse {
namespace {

void parse_one(benchmark::State& state, const char* text) {
  const std::string_view input(text);
  for (auto _ : state) {
    auto copy = input;
    benchmark::DoNotOptimize(copy);
    benchmark::DoNotOptimize(parse_date(copy));
  }
}

BENCHMARK_CAPTURE(parse_one, rfc822, "Tue, 03 Jun 2003 09:39:21 GMT");
BENCHMARK_CAPTURE(parse_one, rfc822_offset, "Thu, 25 Feb 2021 10:15:00 +0000");
BENCHMARK_CAPTURE(parse_one, rfc3339, "2017-12-22T22:09:49+00:00");
BENCHMARK_CAPTURE(parse_one, rfc3339_fraction, "2013-09-13T23:45:36.972031-05:00");
BENCHMARK_CAPTURE(parse_one, worded, "Mon, November 16, 2020, 11:12 PM EST");
BENCHMARK_CAPTURE(parse_one, greek, "Κυρ, 11 Ιούλ 2004 12:00:00 EST");
BENCHMARK_CAPTURE(parse_one, region, "Thu, 25 Feb 2016 00:00:00 Europe/Brussels");
BENCHMARK_CAPTURE(parse_one, no_date, "yesterday, more or less");

}  // namespace
}  // namespace curlew::parse
