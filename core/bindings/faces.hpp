// The classes of Python that stand for the feature sets and networks of a game, once they are bound; and which
// evaluators a search that is made by one is for.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/searches.hpp"
#include "eval/any_feature_set.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;

template <Position P>
nb::class_<AnyFeatureSet<P>> feature_set_class() {
    return nb::borrow<nb::class_<AnyFeatureSet<P>>>(nb::type<AnyFeatureSet<P>>());
}
template <Position P>
nb::class_<AnyNetworkArchitecture<P>> network_class() {
    return nb::borrow<nb::class_<AnyNetworkArchitecture<P>>>(nb::type<AnyNetworkArchitecture<P>>());
}

template <Position P>
ForEvaluators learned_by(const AnyFeatureSet<P>& set) {
    return {set.name(), EvaluatorKind::real};
}
template <Position P>
ForEvaluators played_by(const AnyFeatureSet<P>& set) {
    return {set.name(), EvaluatorKind::integer};
}
template <Position P>
ForEvaluators networks_of(const AnyNetworkArchitecture<P>& networks) {
    return {networks.feature_set(), EvaluatorKind::network};
}

}  // namespace leafstrap::bindings
