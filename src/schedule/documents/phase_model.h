// How documents change: in spells, or steadily.
//
// A document belongs to one of 16 classes by how often it changes, from once in four
// years to three times a day. A steady one changes at that rate, at any time alike. One
// in spells is either quiet or active: a change in the quiet phase begins an active
// spell with probability q; an active spell ends by itself. In matrices over (quiet,
// active), per day, for one class:
//
//   with a change     D1 = [[lambda*(1-q), lambda*q], [0, r]]
//   without           D0 = [[-lambda, 0], [nu, -nu-r]]
//
// so that U(t) = e^(D0*t) is the law of the phase with nothing changed meanwhile, and
// W(t) = e^((D0+D1)*t) the law of the phase whatever happened. Both are known in closed
// form, since D0 is triangular and D0+D1 has the eigenvalue 0.
//
// Documentation and terms of service change in spells, packages follow their releases
// steadily; what prevails on a host is learned (host_habits.h).

#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace curlew::schedule::documents {

inline constexpr std::size_t kClasses = 16;
using ByClass = std::array<float, kClasses>;

// The condition a document can be in. Class k is quiet at index k, active at index
// kActive + k, steady at index kSteady + k.
inline constexpr std::size_t kActive = kClasses;
inline constexpr std::size_t kSteady = 2 * kClasses;
inline constexpr std::size_t kConditions = 3 * kClasses;
using Conditions = std::array<float, kConditions>;

// What a document is for good: class k in spells at index k, steady at kClasses + k.
inline constexpr std::size_t kHabits = 2 * kClasses;
using Habits = std::array<float, kHabits>;

// sum over all i of weights[i] * values[i].
inline float dot(const Conditions& weights, const Conditions& values) {
  // Four sums side by side; the compiler may not reorder a single one.
  using Four = float __attribute__((vector_size(16)));
  Four sum = {};
  for (std::size_t i = 0; i < kConditions; i += 4) {
    Four w, v;
    std::memcpy(&w, &weights[i], sizeof w);
    std::memcpy(&v, &values[i], sizeof v);
    sum += w * v;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// The matrices of all classes for one span of time; U has no way from quiet to active.
// Steady documents are quiet ones that nothing stirs.
struct Passage {
  // U: 00, 10, 11
  ByClass u_quiet, u_calmed, u_active;
  // W: 00, 01, 10, 11
  ByClass w_quiet, w_stirred, w_calmed, w_active;
};

class PhaseModel {
 public:
  PhaseModel();

  // Spans below 0 or beyond ten years count as those.
  Passage over(double days) const;
  // The probability that nothing changes, by where it starts.
  Conditions survival(double days) const;
  // How many of these days pass before the first change, in the mean.
  Conditions days_unchanged(double days) const;
  // How many changes there are in the mean.
  Conditions changes(double days) const;
  // The phases of a document that nobody has looked at.
  const Conditions& stationary() const { return stationary_; }
  // Changes per day in each condition.
  const Conditions& rates() const { return rates_; }

 private:
  struct Class {
    // lambda
    double quiet_rate;
    // r
    double active_rate;
    // nu
    double calming;
    // Of all time.
    double active_share;
    // nu + r
    double leaving;
    // nu / (nu + r - lambda)
    double calmed_weight;
    // lambda*q + nu
    double mixing;
  };
  std::array<Class, kClasses> classes_;
  Conditions stationary_;
  Conditions rates_;
};

// It never changes, so one is enough for all.
const PhaseModel& phase_model();

}  // namespace curlew::schedule::documents
