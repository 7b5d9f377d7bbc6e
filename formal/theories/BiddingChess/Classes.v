(* Classes of placements: spec/rules/bidding-chess.md, sections 1 and 3, and spec/soundness/bidding-chess.md,
   section 1.

   This file defines the placement number, the symmetries of a material, the key of a class (the least placement
   number among the images of a placement, that is the number of the canonical placement), and the list of classes in
   the order of their numbers. It proves that all placements of a class have the same key, and that every placement
   has an image in the list of canonical placements. Material with like pieces, such as two knights of one side, does
   not occur here: sections 1 to 3 of the page exclude it, and material of up to three pieces never has any. *)
From Coq Require Import ZArith List Bool Lia FinFun.
From Gamecert.BiddingChess Require Import Rules Symmetry.
Import ListNotations.
Open Scope Z_scope.

Section Board.
  Variables W H : Z.

  (* a1 is 0, b1 is 1, a2 is W. *)
  Definition square_number (s : square) : Z := fst s + W * snd s.

  (* The number whose digits in base W * H are the squares of the pieces, with the white king's as the most
     significant digit. *)
  Definition placement_number (P : placement) : Z :=
    fold_left (fun n p => n * (W * H) + square_number (square_of p)) P 0.

  Definition material_has_pawn (M : material) : bool := existsb (fun k => is_pawn (snd k)) M.

  (* The symmetries of the placements of a material. *)
  Definition board_symmetries (pawn : bool) : list symmetry :=
    let s m f t := Symmetry m f t false in
    if pawn then [s false false false; s true false false]
    else [s false false false; s true false false; s false true false; s true true false]
         ++ (if W =? H then [s false false true; s true false true; s false true true; s true true true] else []).
  Definition symmetries (M : material) : list symmetry := board_symmetries (material_has_pawn M).

  (* The least placement number among the images of P. *)
  Definition least (P : placement) (gs : list symmetry) : Z :=
    fold_left (fun n g => Z.min n (placement_number (image W H g P))) gs (placement_number P).
  Definition class_key (M : material) (P : placement) : Z := least P (symmetries M).

  (* All squares in ascending order. *)
  Definition count (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
  Definition squares : list square := flat_map (fun r => map (fun f => (f, r)) (count W)) (count H).

  (* All placements of a material in ascending order of placement number: pieces stand on different squares, pawns
     neither on the first nor on the last rank. *)
  Definition may_stand (r : role) (s : square) : bool := negb (is_pawn r) || ((1 <=? snd s) && (snd s <? H - 1)).
  Fixpoint placements (M : material) (used : list square) : list placement :=
    match M with
    | [] => [[]]
    | (c, r) :: M =>
        flat_map (fun s => if existsb (same_square s) used || negb (may_stand r s) then []
                           else map (cons (Piece c r s)) (placements M (s :: used))) squares
    end.

  (* The canonical placements in ascending order: class n has the n-th of them, counted from 0. *)
  Definition canonical (M : material) (P : placement) : bool := class_key M P =? placement_number P.
  Definition classes (M : material) : list placement := filter (canonical M) (placements M []).

  Fixpoint index_of (k : Z) (l : list Z) (i : Z) : option Z :=
    match l with [] => None | a :: l => if a =? k then Some i else index_of k l (i + 1) end.
  Definition class_number (M : material) (P : placement) : option Z :=
    index_of (class_key M P) (map placement_number (classes M)) 0.

  (* ---------- symmetries form a group ---------- *)
  Lemma symmetry_allowed pawn g : In g (board_symmetries pawn) ->
    (transpose g = true -> W = H) /\ exchange g = false /\ (pawn = true -> transpose g = false /\ flip g = false).
  Proof.
    unfold board_symmetries. destruct pawn.
    - intros [<-|[<-|[]]]; cbn; repeat split; congruence.
    - rewrite in_app_iff. destruct (W =? H) eqn:E.
      + apply Z.eqb_eq in E. cbn. intros I. decompose [or] I; subst; try contradiction; cbn; repeat split; try congruence.
      + cbn. intros I. decompose [or] I; subst; try contradiction; cbn; repeat split; try congruence.
  Qed.
  Lemma symmetry_in pawn g : (transpose g = true -> W = H) -> exchange g = false ->
    (pawn = true -> transpose g = false /\ flip g = false) -> In g (board_symmetries pawn).
  Proof.
    destruct g as [m f t x]; cbn; intros L -> P. unfold board_symmetries.
    destruct pawn; [destruct (P eq_refl) as [-> ->]; destruct m; cbn; tauto|].
    rewrite in_app_iff. destruct t; [rewrite (proj2 (Z.eqb_eq W H) (L eq_refl)); right; destruct m, f; cbn; tauto|].
    left; destruct m, f; cbn; tauto.
  Qed.
  Lemma compose_in pawn g h : In g (board_symmetries pawn) -> In h (board_symmetries pawn) ->
    In (compose h g) (board_symmetries pawn).
  Proof.
    intros A B. apply symmetry_allowed in A; apply symmetry_allowed in B.
    destruct A as (A1 & A2 & A3), B as (B1 & B2 & B3).
    destruct g as [mg fg tg xg], h as [mh fh th xh]; cbn in *. apply symmetry_in; cbn.
    - destruct tg; auto. destruct th; auto; discriminate.
    - now subst.
    - intros P; destruct (A3 P) as [-> ->], (B3 P) as [-> ->]. now split.
  Qed.
  Lemma inverse_in pawn g : In g (board_symmetries pawn) -> In (inverse g) (board_symmetries pawn).
  Proof.
    intros A; apply symmetry_allowed in A as (A1 & A2 & A3). destruct g as [m f t x]; cbn in *.
    apply symmetry_in; destruct t; cbn; auto. intros P; destruct (A3 P); discriminate.
  Qed.
  (* The group with a pawn is a subset of the group without. *)
  Lemma symmetries_grow pawn g : In g (board_symmetries pawn) -> In g (board_symmetries false).
  Proof. intros A; apply symmetry_allowed in A as (A1 & A2 & _). apply symmetry_in; auto; discriminate. Qed.

  (* ---------- a class has one key ---------- *)
  Lemma least_spec gs : forall P a,
    let n := fold_left (fun n g => Z.min n (placement_number (image W H g P))) gs a in
    n <= a /\ (forall g, In g gs -> n <= placement_number (image W H g P))
    /\ (n = a \/ exists g, In g gs /\ n = placement_number (image W H g P)).
  Proof.
    induction gs as [|g gs IH]; cbn; intros P a; [intuition lia|].
    destruct (IH P (Z.min a (placement_number (image W H g P)))) as (A & B & C). split; [lia|split].
    - intros h [<-|Ih]; [lia|now apply B].
    - destruct C as [C|(h & Ih & C)]; [|right; exists h; auto].
      destruct (Z.min_spec a (placement_number (image W H g P))) as [[_ E]|[_ E]]; [left; lia|right; exists g; split; [auto|lia]].
  Qed.
  Lemma image_id P : image W H (Symmetry false false false false) P = P.
  Proof.
    unfold image. rewrite <- (map_id P) at 2. apply map_ext. intros [c r [f k]]. reflexivity.
  Qed.
  Lemma id_in pawn : In (Symmetry false false false false) (board_symmetries pawn).
  Proof. apply symmetry_in; cbn; auto; discriminate. Qed.

  Lemma class_key_le M P g : In g (symmetries M) -> class_key M P <= placement_number (image W H g P).
  Proof. apply least_spec. Qed.
  Lemma class_key_attained M P : exists g, In g (symmetries M) /\ class_key M P = placement_number (image W H g P).
  Proof.
    destruct (least_spec (symmetries M) P (placement_number P)) as (_ & _ & [E|(g & Ig & E)]).
    - exists (Symmetry false false false false); split; [apply id_in|]. now rewrite image_id.
    - now exists g.
  Qed.
  Lemma image_compose pawn g h P : In g (board_symmetries pawn) -> In h (board_symmetries pawn) ->
    image W H h (image W H g P) = image W H (compose h g) P.
  Proof.
    intros A B; apply symmetry_allowed in A; apply symmetry_allowed in B. unfold image; rewrite map_map.
    apply map_ext. intros [c r s]; unfold image_piece; cbn. rewrite image_square_compose by (intros [E|E]; [apply A|apply B]; exact E).
    f_equal. unfold image_colour; cbn. destruct (exchange g), (exchange h), c; reflexivity.
  Qed.

  (* All placements of a class have the same key. *)
  Theorem class_key_image M g P : In g (symmetries M) -> class_key M (image W H g P) = class_key M P.
  Proof.
    intros Ig. apply Z.le_antisymm.
    - destruct (class_key_attained M P) as (h & Ih & ->).
      assert (Ik : In (compose h (inverse g)) (symmetries M)) by (apply compose_in; [now apply inverse_in|assumption]).
      pose proof (class_key_le M (image W H g P) _ Ik) as L.
      rewrite <- (image_compose (material_has_pawn M)) in L by (auto; now apply inverse_in).
      rewrite image_inverse in L by (apply (symmetry_allowed _ _ Ig)). exact L.
    - destruct (class_key_attained M (image W H g P)) as (h & Ih & ->).
      rewrite (image_compose (material_has_pawn M)) by assumption. apply class_key_le. now apply compose_in.
  Qed.

  (* ---------- the list of classes is complete ---------- *)
  Lemma count_in n z : In z (count n) <-> 0 <= z < n.
  Proof.
    unfold count. rewrite in_map_iff. split.
    - intros (k & <- & I). apply in_seq in I. lia.
    - intros B. exists (Z.to_nat z). part. apply in_seq. lia.
  Qed.
  Lemma squares_in s : In s squares <-> on_board W H s = true.
  Proof.
    unfold squares, on_board. rewrite in_flat_map, !andb_true_iff, !Z.leb_le, !Z.ltb_lt. destruct s as [f r]; cbn. split.
    - intros (k & Ik & I). apply in_map_iff in I as (j & E & Ij). injection E as -> ->.
      apply count_in in Ik; apply count_in in Ij. lia.
    - intros B. exists r; split; [apply count_in; lia|]. apply in_map_iff; exists f; split; [reflexivity|apply count_in; lia].
  Qed.

  (* Placements whose pawns stand on permitted squares. *)
  Definition pawns_stand (P : placement) : Prop := forall p, In p P -> may_stand (role_of p) (square_of p) = true.
  Definition legal (M : material) (P : placement) : Prop := placement_of W H M P /\ pawns_stand P.

  Lemma placements_in M : forall used P, In P (placements M used) <->
    legal M P /\ forall p, In p P -> ~ In (square_of p) used.
  Proof.
    unfold legal, placement_of, proper, pawns_stand. induction M as [|[c r] M IH]; intros used P; cbn [placements].
    - cbn. split.
      + intros [<-|[]]. cbn. intuition constructor.
      + intros (((E & _) & _) & _). destruct P; [now left|discriminate].
    - rewrite in_flat_map. split.
      + intros (s & Is & I). apply squares_in in Is.
        destruct (existsb (same_square s) used || negb (may_stand r s)) eqn:E; [destruct I|].
        apply orb_false_iff in E as [E1 E2%negb_false_iff].
        apply in_map_iff in I as (Q & <- & I). apply IH in I as (((K & N & B) & S) & D).
        assert (U : ~ In s used).
        { intros J. assert (existsb (same_square s) used = true) by (apply existsb_exists; exists s; split; [assumption|apply same_square_refl]).
          congruence. }
        repeat split.
        * cbn. now rewrite <- K.
        * cbn. constructor; [|assumption]. intros J; apply in_map_iff in J as (p & Ep & Ip).
          apply (D p Ip). now left.
        * intros p [<-|Ip]; [assumption|now apply B].
        * intros p [<-|Ip]; [assumption|now apply S].
        * intros p [<-|Ip]; [assumption|]. intros J; apply (D p Ip). now right.
      + intros (((K & N & B) & S) & D). destruct P as [|[c0 r0 s] Q]; [discriminate|]. cbn in K. injection K as -> -> K.
        cbn in N; inversion N as [|? ? N1 N2]; subst.
        exists s. split; [apply squares_in; exact (B _ (or_introl eq_refl))|].
        destruct (existsb (same_square s) used || negb (may_stand r s)) eqn:E.
        * exfalso. apply orb_true_iff in E as [E|E].
          -- apply existsb_exists in E as (u & Iu & E). apply same_square_true in E; subst u.
             exact (D _ (or_introl eq_refl) Iu).
          -- pose proof (S _ (or_introl eq_refl)) as S1; cbn in S1. now rewrite S1 in E.
        * apply in_map. apply IH. repeat split; auto.
          -- intros p Ip; apply B; now right.
          -- intros p Ip; apply S; now right.
          -- intros p Ip [E0|J]; [apply N1; rewrite E0; apply in_map, Ip|]. exact (D p (or_intror Ip) J).
  Qed.

  Lemma material_image M g P : In g (symmetries M) -> material_of (image W H g P) = material_of P.
  Proof.
    intros I; apply symmetry_allowed in I as (_ & X & _).
    unfold material_of, image; rewrite map_map; apply map_ext. intros [c r s]. unfold kind_of, image_piece, image_colour; cbn. now rewrite X.
  Qed.
  Lemma proper_image g P : (transpose g = true -> W = H) -> proper W H P -> proper W H (image W H g P).
  Proof.
    intros L [N B]. split.
    - unfold image; rewrite map_map. cbn. rewrite <- map_map. apply Injective_map_NoDup; [|assumption].
      intros s t E. apply (f_equal (image_square W H (inverse g))) in E. now rewrite !image_square_inverse in E.
    - intros p I; apply in_map_iff in I as (q & <- & I). cbn. rewrite on_board_image by assumption. now apply B.
  Qed.
  Lemma has_pawn_material P : has_pawn P = material_has_pawn (material_of P).
  Proof. unfold has_pawn, material_has_pawn, material_of; induction P as [|p P IH]; cbn; [reflexivity|now rewrite IH]. Qed.
  Lemma legal_image M g P : In g (symmetries M) -> legal M P -> legal M (image W H g P).
  Proof.
    intros Ig ((K & PR) & S). pose proof (symmetry_allowed _ _ Ig) as (L & X & Q). split; [split|].
    - now rewrite (material_image M).
    - now apply proper_image.
    - intros p I; apply in_map_iff in I as (q & <- & I). specialize (S q I). cbn.
      unfold may_stand in *. destruct (is_pawn (role_of q)) eqn:E; [|reflexivity]. cbn in *.
      assert (HP : material_has_pawn M = true).
      { rewrite <- K, <- has_pawn_material. apply existsb_exists; now exists q. }
      destruct (Q HP) as [T F]. unfold image_square. rewrite T, F. exact S.
  Qed.

  Lemma allowed_symmetry M g P : In g (symmetries M) -> material_of P = M -> allowed W H g P.
  Proof.
    intros I K; apply symmetry_allowed in I as (L & X & Q). part.
    rewrite has_pawn_material, K. intros HP; destruct (Q HP) as [-> ->]. now rewrite X.
  Qed.

  (* Every placement has an image in the list of canonical placements, and the number of this image is the key of the
     class. *)
  Theorem classes_complete M P : legal M P -> exists g, In g (symmetries M)
    /\ In (image W H g P) (classes M) /\ placement_number (image W H g P) = class_key M P.
  Proof.
    intros L. destruct (class_key_attained M P) as (g & Ig & E). exists g; part. split; [|now symmetry].
    apply filter_In; split.
    - apply placements_in. split; [now apply legal_image|]. intros p _ [].
    - unfold canonical. rewrite class_key_image by assumption. rewrite E. apply Z.eqb_refl.
  Qed.
  Lemma classes_in M P : In P (classes M) -> legal M P /\ class_key M P = placement_number P.
  Proof.
    intros I; apply filter_In in I as [I%placements_in C]. split; [tauto|]. now apply Z.eqb_eq in C.
  Qed.

  (* ---------- a faster way to the same list ---------- *)
  (* In a canonical placement no symmetry takes the white king's square to a lesser one. *)
  Definition least_square (M : material) (s : square) : bool :=
    forallb (fun g => square_number s <=? square_number (image_square W H g s)) (symmetries M).
  Definition classes_quickly (M : material) : list placement :=
    match M with
    | [] => classes M
    | (c, r) :: M' =>
        flat_map (fun s => if negb (may_stand r s) then []
                           else if least_square M s then filter (canonical M) (map (cons (Piece c r s)) (placements M' [s]))
                           else []) squares
    end.

  Lemma square_number_bounds s : on_board W H s = true -> 0 <= square_number s < W * H.
  Proof. unfold on_board, square_number. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. nia. Qed.
  Lemma number_bounds P : (forall p, In p P -> on_board W H (square_of p) = true) -> forall a,
    let v := fold_left (fun n p => n * (W * H) + square_number (square_of p)) P a in
    a * (W * H) ^ Z.of_nat (length P) <= v /\ (P = [] \/ v < (a + 1) * (W * H) ^ Z.of_nat (length P)).
  Proof.
    induction P as [|p P IH]; intros B a; cbn [fold_left length].
    - split; [cbn; lia|now left].
    - destruct (IH (fun q I => B q (or_intror I)) (a * (W * H) + square_number (square_of p))) as [L U].
      pose proof (square_number_bounds _ (B p (or_introl eq_refl))) as S.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
      assert (0 < (W * H) ^ Z.of_nat (length P)) by (apply Z.pow_pos_nonneg; lia).
      split; [nia|right]. destruct U as [->|U]; [cbn in *; lia|nia].
  Qed.
  Lemma number_first_lesser p q P Q : length P = length Q ->
    (forall x, In x (p :: P) -> on_board W H (square_of x) = true) ->
    (forall x, In x (q :: Q) -> on_board W H (square_of x) = true) ->
    square_number (square_of p) < square_number (square_of q) -> placement_number (p :: P) < placement_number (q :: Q).
  Proof.
    intros L BP BQ S. unfold placement_number. cbn [fold_left].
    destruct (number_bounds P (fun x I => BP x (or_intror I)) (0 * (W * H) + square_number (square_of p))) as [_ U].
    destruct (number_bounds Q (fun x I => BQ x (or_intror I)) (0 * (W * H) + square_number (square_of q))) as [G _].
    rewrite <- L in G. pose proof (square_number_bounds _ (BP p (or_introl eq_refl))).
    assert (0 < (W * H) ^ Z.of_nat (length P)) by (apply Z.pow_pos_nonneg; lia).
    destruct U as [->|U]; [destruct Q; [cbn in *; lia|discriminate]|nia].
  Qed.
  Lemma not_least_not_canonical M M' c r s P : M = (c, r) :: M' -> least_square M s = false -> In P (placements M' [s]) ->
    on_board W H s = true -> canonical M (Piece c r s :: P) = false.
  Proof.
    intros EM LS I B. apply placements_in in I as (((K & PR) & _) & _).
    destruct (canonical M (Piece c r s :: P)) eqn:E; [exfalso|reflexivity]. unfold canonical in E. apply Z.eqb_eq in E.
    assert (X : exists g, In g (symmetries M) /\ square_number (image_square W H g s) < square_number s).
    { unfold least_square in LS. clear -LS. induction (symmetries M) as [|g l IH]; [discriminate|]. cbn in LS.
      apply andb_false_iff in LS as [LS|LS]; [exists g; split; [now left|now apply Z.leb_gt in LS]|].
      destruct (IH LS) as (h & Ih & L). exists h; split; [now right|assumption]. }
    destruct X as (g & Ig & L). pose proof (class_key_le M (Piece c r s :: P) g Ig) as Le. rewrite E in Le.
    enough (placement_number (image W H g (Piece c r s :: P)) < placement_number (Piece c r s :: P)) by lia.
    pose proof (symmetry_allowed _ _ Ig) as (T & _).
    assert (BP : forall x, In x (Piece c r s :: P) -> on_board W H (square_of x) = true).
    { intros x [<-|Ix]; [exact B|now apply PR]. }
    apply (number_first_lesser (image_piece W H g (Piece c r s)) (Piece c r s) (image W H g P) P);
      [apply map_length| |exact BP|exact L].
    intros x Ix. change (In x (image W H g (Piece c r s :: P))) in Ix. apply in_map_iff in Ix as (y & <- & Iy).
    cbn. rewrite on_board_image by assumption. now apply BP.
  Qed.

  Lemma filter_flat_map {A B} (f : B -> bool) (h : A -> list B) l : filter f (flat_map h l) = flat_map (fun a => filter f (h a)) l.
  Proof. induction l as [|a l IH]; cbn; [reflexivity|]. now rewrite filter_app, IH. Qed.
  Lemma flat_map_ext_in {A B} (f h : A -> list B) l : (forall a, In a l -> f a = h a) -> flat_map f l = flat_map h l.
  Proof. induction l as [|a l IH]; cbn; intros E; [reflexivity|]. rewrite E by now left. rewrite IH; auto. Qed.

  Theorem classes_quickly_correct M : classes_quickly M = classes M.
  Proof.
    unfold classes_quickly, classes. destruct M as [|[c r] M']; [reflexivity|]. set (M := (c, r) :: M').
    change (placements M []) with (flat_map (fun s => if existsb (same_square s) [] || negb (may_stand r s) then []
      else map (cons (Piece c r s)) (placements M' [s])) squares).
    rewrite filter_flat_map. apply flat_map_ext_in. intros s Is. apply squares_in in Is. cbn [existsb orb].
    destruct (negb (may_stand r s)); [reflexivity|]. destruct (least_square M s) eqn:E; [reflexivity|].
    symmetry. assert (A : forall l, (forall P, In P l -> In P (placements M' [s])) -> filter (canonical M) (map (cons (Piece c r s)) l) = []).
    { induction l as [|P l IH]; cbn; intros I; [reflexivity|].
      rewrite (not_least_not_canonical M M' c r s P) by (auto; apply I; now left). apply IH. intros Q J; apply I; now right. }
    apply A; auto.
  Qed.

  (* ---------- different placements have different numbers ---------- *)
  Lemma square_number_injective s t : on_board W H s = true -> on_board W H t = true -> square_number s = square_number t -> s = t.
  Proof.
    destruct s as [f r], t as [f' r']. unfold on_board, square_number; cbn. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
    intros A B E. assert (r = r') by nia. subst. f_equal; lia.
  Qed.
  Lemma number_injective P : forall Q a a', material_of P = material_of Q ->
    (forall p, In p P -> on_board W H (square_of p) = true) -> (forall p, In p Q -> on_board W H (square_of p) = true) ->
    fold_left (fun n p => n * (W * H) + square_number (square_of p)) P a
    = fold_left (fun n p => n * (W * H) + square_number (square_of p)) Q a' -> P = Q /\ a = a'.
  Proof.
    induction P as [|p P IH]; intros [|q Q] a a' K BP BQ E; try discriminate; [now split|].
    cbn in E, K. injection K as C R K.
    destruct (IH Q _ _ K (fun x I => BP x (or_intror I)) (fun x I => BQ x (or_intror I)) E) as [-> E'].
    pose proof (square_number_bounds _ (BP p (or_introl eq_refl))). pose proof (square_number_bounds _ (BQ q (or_introl eq_refl))).
    assert (a = a') by nia. subst a'. split; [|reflexivity]. f_equal.
    assert (S : square_of p = square_of q).
    { apply square_number_injective; [apply BP|apply BQ|]; try (now left). lia. }
    destruct p, q; cbn in *; now subst.
  Qed.
  Theorem placement_number_injective M P Q : legal M P -> legal M Q -> placement_number P = placement_number Q -> P = Q.
  Proof.
    intros ((KP & _ & BP) & _) ((KQ & _ & BQ) & _) E. apply (number_injective P Q 0 0); auto. congruence.
  Qed.
  Lemma placement_number_nonneg M P : legal M P -> 0 <= placement_number P.
  Proof.
    intros ((_ & _ & B) & _). destruct (number_bounds P B 0) as [L _]. unfold placement_number. lia.
  Qed.

  (* ---------- no placement is listed twice ---------- *)
  Lemma flat_map_nodup {A B} (f : A -> list B) l : NoDup l -> (forall a, In a l -> NoDup (f a)) ->
    (forall a b x, In x (f a) -> In x (f b) -> a = b) -> NoDup (flat_map f l).
  Proof.
    induction l as [|a l IH]; intros N F D; cbn; [constructor|]. inversion N as [|? ? N1 N2]; subst.
    assert (S : forall m, NoDup m -> (forall x, In x m -> ~ In x (flat_map f l)) -> NoDup (m ++ flat_map f l)).
    { induction m as [|x m IHm]; cbn; intros Nm X; [apply IH; auto; intros b I; apply F; now right|].
      inversion Nm as [|? ? M1 M2]; subst. constructor.
      - rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (X x); auto.
      - apply IHm; auto. }
    apply S; [apply F; now left|]. intros x Ix I. apply in_flat_map in I as (b & Ib & Ixb).
    rewrite (D a b x Ix Ixb) in N1. contradiction.
  Qed.
  Lemma count_nodup n : NoDup (count n).
  Proof. unfold count. apply Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. lia. Qed.
  Lemma squares_nodup : NoDup squares.
  Proof.
    unfold squares. apply flat_map_nodup; [apply count_nodup| |].
    - intros r _. apply Injective_map_NoDup; [|apply count_nodup]. intros a b E. congruence.
    - intros r r' x I I'. apply in_map_iff in I as (f & <- & _). apply in_map_iff in I'; destruct I' as (f' & E & _).
      congruence.
  Qed.
  Lemma placements_nodup M : forall used, NoDup (placements M used).
  Proof.
    induction M as [|[c r] M IH]; intros used; cbn [placements]; [repeat constructor; intros []|].
    apply flat_map_nodup; [apply squares_nodup| |].
    - intros s _. destruct (_ || _); [constructor|]. apply Injective_map_NoDup; [|apply IH]. intros P Q E. congruence.
    - intros s s' P I I'. destruct (existsb (same_square s) used || _); [destruct I|].
      destruct (existsb (same_square s') used || _); [destruct I'|].
      apply in_map_iff in I as (Q & <- & _). apply in_map_iff in I'; destruct I' as (Q' & E & _). congruence.
  Qed.
  Lemma classes_nodup M : NoDup (classes M).
  Proof. apply NoDup_filter, placements_nodup. Qed.
End Board.
