#include "bindings/bind_features.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {

void bind_chess_features(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    bind_evaluator<chess::Position>(m);
    bind_feature_set<chess::Position>(m);

    nb::dict sets;
    const auto add = [&]<class Set>(std::type_identity<Set>) {
        std::unique_ptr<AnyFeatureSet<chess::Position>> face = std::make_unique<OneFeatureSet<Set>>();
        sets[nb::str(Set::name.data(), Set::name.size())] = nb::cast(std::move(face));
    };
    [&]<class... Set>(std::type_identity<std::tuple<Set...>>) {
        (add(std::type_identity<Set>{}), ...);
    }(std::type_identity<ChessSets>{});
    m.attr("feature_sets") = sets;
}

}  // namespace leafstrap::bindings
