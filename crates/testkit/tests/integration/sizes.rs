//! Sizes of positions, which the search copies.

#[test]
fn a_position_is_at_most_114_kilobytes() {
    fn check<P>() {
        let (name, size) = (std::any::type_name::<P>(), size_of::<P>());
        assert!(size <= 114 * 1024, "{name}: {size} bytes");
        assert!(!std::mem::needs_drop::<P>(), "{name} owns something on the heap");
    }
    check::<classic::ClassicPosition>();
    check::<hunters::HuntersPosition>();
    check::<discovery::DiscoveryPosition>();
    check::<coop::CoopPosition>();
}
