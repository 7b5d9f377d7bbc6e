use solver::{chips::*, control::*, discrete::*, games::*, graph::Player};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    for a in std::env::args().skip(1) {
        let Ok(Argument::Game(game)) = parse(&a) else { panic!() };
        let stop = AtomicBool::new(false);
        let t = Instant::now();
        let g = game.graph();
        println!("{a}: graph {:?} classes {} options {}", t.elapsed(), g.len(), g.left.places().len() + g.right.places().len());
        let rule = Rule { tie_break: TieBreak::Advantage, claimant: Player::Left };
        let t = Instant::now();
        let r = solve(&g, rule, Wanted::All, Control::new("", &Silent, &stop)).unwrap();
        let te = t.elapsed();
        let c = solver::emit::chips::emit(&game.name(), &[], &r);
        let s = r.of(game.start());
        println!(
            "  solve {te:?} {:?} tables {} bytes {} rows {:?}; start pre {} tail {:?} {:?}",
            r.range,
            r.tables.distinct.len(),
            c.len(),
            r.labels.as_ref().map(|l| l.distinct.len()),
            s.preperiod(),
            s.tail,
            s.values.iter().take(12).map(|v| rule.write(*v)).collect::<Vec<_>>()
        );
        std::fs::write(format!("/tmp/chips-{}.cbor", a.replace(':', "-")), c).unwrap();
    }
}
