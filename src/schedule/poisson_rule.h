// How long to wait between downloads of a document that changes as a plain Poisson
// process of known rate.
//
// Of waiting a little longer, after x = rate·interval expected changes, the value of a
// download grows as 1 - e^{-x}(1+x): in versions for `capture` (every document gets the
// same x), and divided by the rate in days of a right copy for `freshness` (Cho &
// Garcia-Molina: documents that change too fast are given up first).

#pragma once

namespace curlew::schedule {

// 1 - e^{-x}(1+x)
double value_of_waiting(double x);

// Days until a download is worth its price; infinite when it never is. Rates are
// changes a day.
double capture_interval(double rate, double price);
double freshness_interval(double rate, double price);

}  // namespace curlew::schedule
