//! Finds the strongly connected components of a graph. Uses Tarjan's algorithm, but with a stack instead of recursion
//! (*Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1, 1972).

use crate::core::fields::index;

/// Marks a class of symmetric positions that has not been visited yet.
const UNSEEN: u32 = u32::MAX;
/// Marks a class of symmetric positions whose component is complete.
const DONE: u32 = u32::MAX - 1;

/// Calls `visit` for each component, with true if the component has a cycle. A component is visited after all
/// components to which it leads.
///
/// # Errors
/// If `visit` returns an error, stops and returns this error.
pub(super) fn components<E>(
    count: u32,
    successors: impl Fn(u32) -> [Option<u32>; 2],
    mut visit: impl FnMut(&[u32], bool) -> Result<(), E>,
) -> Result<(), E> {
    // For each class, its number in the order of first visits, or the least number of an open class that is known to be
    // reachable from the class.
    let mut low = vec![UNSEEN; index(count)];
    let lowest = |low: &[u32], class: u32| low.get(index(class)).copied().unwrap_or(DONE);
    let set = |low: &mut [u32], class: u32, number: u32| {
        if let Some(low) = low.get_mut(index(class)) {
            *low = number;
        }
    };
    // `open` has the classes whose components are incomplete. `way` is the path to the current class; its entries are
    // (class, number, number of successors followed).
    let (mut open, mut way, mut next) = (Vec::new(), Vec::new(), 0_u32);
    for root in 0..count {
        if lowest(&low, root) != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(class) = enter.take() {
                set(&mut low, class, next);
                open.push(class);
                way.push((class, next, 0_usize));
                next = next.saturating_add(1);
            }
            let Some((class, number, followed)) = way.pop() else { break };
            if let Some(successor) = successors(class).get(followed) {
                match *successor {
                    Some(to) if lowest(&low, to) == UNSEEN => {
                        // The same successor is examined again once it has been visited.
                        way.push((class, number, followed));
                        enter = Some(to);
                        continue;
                    }
                    Some(to) if lowest(&low, to) != DONE => {
                        let least = lowest(&low, class).min(lowest(&low, to));
                        set(&mut low, class, least);
                    }
                    _ => {}
                }
                way.push((class, number, followed.saturating_add(1)));
            } else if lowest(&low, class) == number {
                let first = open.iter().rposition(|member| *member == class).unwrap_or(0);
                let component = open.split_off(first);
                component.iter().for_each(|member| set(&mut low, *member, DONE));
                let cyclic = component.len() > 1 || successors(class).contains(&Some(class));
                visit(&component, cyclic)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::components;

    fn of(graph: &[[Option<u32>; 2]]) -> Vec<(Vec<u32>, bool)> {
        let mut found = Vec::new();
        let successors = |class: u32| graph[usize::try_from(class).unwrap()];
        let visit = |component: &[u32], cyclic| {
            let mut component = component.to_vec();
            component.sort_unstable();
            found.push((component, cyclic));
            Ok::<(), ()>(())
        };
        components(u32::try_from(graph.len()).unwrap(), successors, visit).unwrap();
        found
    }

    #[test]
    fn components_of_small_graphs() {
        let to = |[one, other]: [i64; 2]| [one, other].map(|class| u32::try_from(class).ok());
        type Verification<'a> = (&'a str, &'a [[i64; 2]], &'a [(&'a [u32], bool)]);
        let cases: [Verification<'_>; 7] = [
            ("nothing", &[], &[]),
            ("a chain", &[[1, 1], [2, -1], [-1, -1]], &[(&[2], false), (&[1], false), (&[0], false)]),
            ("a class that leads to itself", &[[-1, 0]], &[(&[0], true)]),
            ("a cycle and what leads to it", &[[1, -1], [2, -1], [1, -1]], &[(&[1, 2], true), (&[0], false)]),
            ("between two cycles", &[[1, -1], [0, 2], [3, -1], [3, -1]], &[(&[3], true), (&[2], false), (&[0, 1], true)]),
            ("two ways into one component", &[[1, 2], [3, -1], [3, -1], [0, -1]], &[(&[0, 1, 2, 3], true)]),
            ("two roots", &[[-1, -1], [0, 0]], &[(&[0], false), (&[1], false)]),
        ];
        for (title, graph, expected) in cases {
            let found = of(&graph.iter().map(|pair| to(*pair)).collect::<Vec<_>>());
            assert_eq!(found, expected.iter().map(|(classes, cyclic)| (classes.to_vec(), *cyclic)).collect::<Vec<_>>(), "{title}");
        }
    }

    #[test]
    fn components_by_their_definition() {
        // Compares components with reachability in pseudo-random graphs.
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let count = 1 + random(12);
            let graph: Vec<[Option<u32>; 2]> =
                (0..count).map(|_| [(); 2].map(|()| u32::try_from(random(count + 3)).ok().filter(|to| u64::from(*to) < count))).collect();
            let mut reaches = vec![vec![false; graph.len()]; graph.len()];
            for _ in 0..graph.len() {
                for class in 0..graph.len() {
                    for to in graph[class].iter().flatten() {
                        let to = usize::try_from(*to).unwrap();
                        reaches[class][to] = true;
                        let beyond = reaches[to].clone();
                        reaches[class].iter_mut().zip(beyond).for_each(|(reached, beyond)| *reached |= beyond);
                    }
                }
            }
            let mut done = vec![false; graph.len()];
            for (component, cyclic) in of(&graph) {
                let component: Vec<usize> = component.iter().map(|class| usize::try_from(*class).unwrap()).collect();
                for class in &component {
                    assert_eq!(cyclic, reaches[*class][*class]);
                    for other in 0..graph.len() {
                        let together = other == *class || (reaches[*class][other] && reaches[other][*class]);
                        assert_eq!(together, component.contains(&other));
                        assert!(
                            !reaches[*class][other] || component.contains(&other) || done[other],
                            "what it leads to was visited before"
                        );
                    }
                }
                component.iter().for_each(|class| done[*class] = true);
            }
            assert!(done.iter().all(|done| *done));
        }
    }
}
